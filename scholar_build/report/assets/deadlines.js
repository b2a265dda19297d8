// The text above is right without this. A page may be read long after it was built, so count again.
(() => {
  const today = zone => Date.parse(new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(new Date()));
  for (const page of document.querySelectorAll(".scholar-deadlines")) {
    const words = JSON.parse(page.dataset.scholarWords);
    for (const item of page.querySelectorAll("[data-scholar-zone]")) {
      const due = item.closest(".scholar-deadline").querySelector("time").dateTime; // 2026-12-01T17:00:00+09:00
      const left = Math.round((Date.parse(due.slice(0, 10)) - today(item.dataset.scholarZone)) / 864e5);
      const over = new Date() > new Date(due), days = Math.max(left, 0);
      const many = (days === 1 ? words.one : words.many).replace("{number}", days);
      item.textContent = over ? words.over : days === 0 ? words.today : many;
      item.classList.toggle("scholar-days--soon", !over && days <= 7);
    }
    page.querySelector("[data-scholar-today]").textContent = words.now;
  }
})();
