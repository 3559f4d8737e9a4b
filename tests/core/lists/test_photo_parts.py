"""Of a photo only the picture is kept (R-10)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pareo.core.lists.photo_parts import picture_only
from pareo.core.lists.photos import photo_media
from pareo.core.lists.reading import read_list
from pareo.core.model.list_rules import ListRules
from pareo.core.text.errors import BadInput
from support.files.photos import JPEG, PNG, SECRET, WEBP, exif, jpeg, jpeg_part, png, png_part, webp, webp_part

ICC = b"ICC_PROFILE\0\x01\x01colours"
TELLING = [
    (jpeg(jpeg_part(0xE1, exif())), JPEG),
    (jpeg(jpeg_part(0xE1, exif(1))), JPEG),
    (jpeg(jpeg_part(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + SECRET)), JPEG),
    (jpeg(jpeg_part(0xED, b"Photoshop 3.0\0" + SECRET), jpeg_part(0xFE, SECRET)), JPEG),
    (jpeg(jpeg_part(0xE0, b"JFXX\0\x10" + SECRET), jpeg_part(0xE2, b"MPF\0" + SECRET)), JPEG),
    (jpeg(after=SECRET), JPEG),
    (png(png_part(b"eXIf", exif()[6:]), png_part(b"tEXt", SECRET), png_part(b"tIME", SECRET)), PNG),
    (png(png_part(b"iTXt", SECRET), after=SECRET), PNG),
    (webp(webp_part(b"EXIF", exif()[6:]), webp_part(b"XMP ", SECRET), flags=0x0C), WEBP),
    (webp(webp_part(b"????", SECRET), after=SECRET), WEBP),
]


@pytest.mark.req("R-10")
@pytest.mark.parametrize(("content", "kept"), TELLING)
def test_what_a_phone_tells_is_taken_out(content: bytes, kept: bytes) -> None:
    assert SECRET in content or b"Fono" in content
    read = read_list(content, ListRules(), "photo")
    assert read.content == kept
    assert read_list(kept, ListRules()).content == kept


@pytest.mark.req("R-10")
def test_the_picture_and_its_colours_stay() -> None:
    for content in (
        jpeg(jpeg_part(0xE2, ICC), jpeg_part(0xEE, b"Adobe\0d\0\0\0\0\0")),
        png(png_part(b"iCCP", b"x\0\0y")),
        webp(webp_part(b"ICCP", b"colours"), flags=0x20),
        JPEG[:-2] + b"\xff\xff\xd9",
    ):
        media = photo_media(content)
        assert media is not None
        assert picture_only(content, media) == content.replace(b"\xff\xff\xd9", b"\xff\xd9")


@pytest.mark.req("R-10")
@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("upright", range(2, 9))
def test_which_way_is_up_is_all_that_stays_of_exif(upright: int, order: str) -> None:
    made = picture_only(jpeg(jpeg_part(0xE1, exif(upright, order))), "image/jpeg")
    assert SECRET not in made
    assert b"Fono" not in made
    assert made.count(b"Exif") == 1
    assert len(made) == len(JPEG) + 36
    assert picture_only(made, "image/jpeg") == made
    image = pytest.importorskip("PIL.TiffImagePlugin")
    ifd = image.ImageFileDirectory_v2(prefix=b"MM")
    at = made.index(b"Exif\0\0") + 6
    import io  # noqa: PLC0415

    tiff = io.BytesIO(made[at : at + 26])
    tiff.seek(8)
    ifd.load(tiff)
    assert dict(ifd) == {0x0112: upright}


@pytest.mark.req("R-10")
@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xd8\xff\xe0" + b"\0" * 40,
        b"\xff\xd8\xff",
        JPEG[:30],
        b"\xff\xd8\xff\xe1\xff\xff" + SECRET,
        jpeg(b"stray"),
        PNG[:-3],
        PNG[:40],
        WEBP[:8] + b"WEBP",
        webp()[:20],
        b"RIFF\x10\0\0\0WEBPVP8 \xff\xff\xff\x7f",
    ],
)
def test_what_cannot_be_told_apart_is_refused(content: bytes) -> None:
    with pytest.raises(BadInput) as caught:
        read_list(content, ListRules(), "photo")
    assert caught.value.code in ("photo-broken", "photo-unknown")


@pytest.mark.req("R-10")
def test_a_picture_that_was_cut_off_in_its_middle_can_still_be_seen() -> None:
    cut = JPEG[:-6]
    assert picture_only(cut, "image/jpeg") == cut


@given(st.sampled_from([JPEG, PNG, WEBP]), st.lists(st.tuples(st.integers(0, 150), st.integers(0, 255)), max_size=6))
def test_damage_is_never_a_bug(content: bytes, changes: list[tuple[int, int]]) -> None:
    damaged = bytearray(content)
    for at, value in changes:
        damaged[at % len(damaged)] = value
    media = photo_media(bytes(damaged))
    if media is None:
        return
    try:
        made = picture_only(bytes(damaged), media)
    except BadInput:
        return
    assert picture_only(made, media) == made
