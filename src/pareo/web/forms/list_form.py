"""A list as a form hands it in: on the lists page of the staff, and on a player's own. It is data, never markup."""

from __future__ import annotations

from litestar.datastructures import UploadFile

from pareo.core.lists.photos import photo_media
from pareo.core.lists.plain import plain_text
from pareo.core.text.errors import BadInput
from pareo.web.route_decorators import Upload

UPLOAD_MOST = 5 * 1024 * 1024 + 1  # one byte more than a photo may have: what is larger is refused when it is read


def list_content(data: Upload) -> bytes | str:
    """What a form hands in: the photo or file if one was chosen, else the text. A file of text is text from here on."""
    for key in ("photo", "file"):
        upload = data.get(key)
        if isinstance(upload, UploadFile) and upload.filename and (raw := upload.file.read(UPLOAD_MOST)):
            return raw if len(raw) == UPLOAD_MOST or photo_media(raw) is not None else plain_text(raw)
    text = str(data.get("text") or "")
    if not text.strip():
        raise BadInput("list-nothing", "Paste the list, or choose a file or a photo.")
    return text
