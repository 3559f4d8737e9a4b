"""Numbers as they stand in the columns of pages and papers, in the reader's language."""

from __future__ import annotations

from fractions import Fraction

from pareo.core.text.languages import localized_decimals


def figure(value: float | None, lang: str, *, percent: bool = False) -> str:
    """A number as it stands in a column. Not by Babel: a table has ten thousand of them.

    >>> figure(4.0, "en"), figure(4.5, "de"), figure(2 / 3, "en", percent=True), figure(None, "en")
    ('4', '4,5', '66.67', '')
    """
    if value is None:
        return ""
    if percent:
        return localized_decimals(f"{value * 100:.2f}", lang)
    return localized_decimals(str(value) if isinstance(value, int) or value != int(value) else str(int(value)), lang)


def two_decimals(value: Fraction, lang: str = "en") -> str:
    """A whole amount without decimals, any other with two.

    >>> two_decimals(Fraction(50)), two_decimals(Fraction(100, 3), "es")
    ('50', '33,33')
    """
    return localized_decimals(str(value.numerator) if value.denominator == 1 else f"{float(value):.2f}", lang)


def signed_text(value: int | None) -> str:
    """A change with its sign, the minus as it is printed; 0 has none.

    >>> signed_text(12), signed_text(-3), signed_text(0), signed_text(None)
    ('+12', '−3', '0', '')
    """
    return "" if value is None else f"+{value}" if value > 0 else str(value).replace("-", "−")


def percentage_text(share: Fraction) -> str:
    """A share as a percentage with two decimals, a half rounded up: 97/100 is “97.00”."""
    rounded = (20_000 * share.numerator + share.denominator) // (2 * share.denominator)
    return f"{rounded // 100}.{rounded % 100:02d}"
