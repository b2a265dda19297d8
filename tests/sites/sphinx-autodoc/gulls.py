"""Counts gulls."""


def count(image):
    """Count the gulls in an image.

    Parameters
    ----------
    image : str
        The image, as in [1]_ and :doi:`10.5555/pair`.

    References
    ----------
    .. [1] A. Halloran, A. Beck, A. Ito (2018). Counting gulls with borrowed drones.
       Journal of Patient Birds. https://doi.org/10.5555/gulls
    """
    return len(image)


class Tide:
    """A tide.

    References
    ----------
    Moreau, A. (1999). Tides and the habits of limpets. Shore Letters. https://doi.org/10.5555/tides
    """
