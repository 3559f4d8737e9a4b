"""Code 128 (ISO/IEC 15417) for digits: the widths of bars and spaces, for a page or for paper."""

from __future__ import annotations

_TABLE = (
    "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 "
    "123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 "
    "232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 "
    "313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 "
    "111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 "
    "111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 "
    "114311 411113 411311 113141 114131 311141 411131 211412 211214 211232"
)
_PATTERNS = _TABLE.split()
_STOP = "2331112"
_START_B, _START_C, _CODE_B = 104, 105, 100


def symbols(digits: str) -> list[int]:
    """The symbols of a number, pairs of digits in one (set C), an odd one at the end in set B."""
    if not (digits.isascii() and digits.isdecimal()):
        raise ValueError(digits)
    if len(digits) < 2:
        values = [_START_B, *(int(d) + 16 for d in digits)]
    else:
        even = len(digits) - len(digits) % 2
        values = [_START_C, *(int(digits[i : i + 2]) for i in range(0, even, 2))]
        if even < len(digits):
            values += [_CODE_B, int(digits[-1]) + 16]
    check = (values[0] + sum(place * value for place, value in enumerate(values[1:], 1))) % 103
    return [*values, check]


def widths(digits: str) -> list[int]:
    """Widths in modules: bar, space, bar … beginning and ending with a bar."""
    return [int(w) for value in symbols(digits) for w in _PATTERNS[value]] + [int(w) for w in _STOP]


def bars(digits: str) -> tuple[list[tuple[int, int]], int]:
    """Bars as (from, width) in modules, with a quiet zone of ten on either side, and the whole width."""
    positions, at = [], 10
    for place, width in enumerate(widths(digits)):
        if place % 2 == 0:
            positions.append((at, width))
        at += width
    return positions, at + 10
