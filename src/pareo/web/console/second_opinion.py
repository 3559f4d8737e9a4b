"""The second opinion in the console: drop a report of any program, or look at an event of one's own (F-101).

The answer is the text that `pareo second-opinion` prints: English in every language, as arbiters pass it on.
"""

from __future__ import annotations

from litestar.datastructures import UploadFile

from pareo.app.accounts.permissions import Right
from pareo.core.text.errors import BadInput, PareoError
from pareo.formats.second_opinion.opinion import Opinion, OpinionRequest, second_opinion
from pareo.formats.second_opinion.report import opinion_head, opinion_lines
from pareo.formats.trf.write import export
from pareo.web.route_decorators import Upload, command, page
from pareo.web.view import Html, View, status_of


def _page(view: View, opinion: Opinion | None = None, problem: PareoError | None = None) -> Html:
    report_lines = [] if opinion is None else [opinion_head("pareo"), *opinion_lines(opinion)]
    return view.page(
        "console/second_opinion.html",
        status=200 if problem is None else status_of(problem),
        problem=problem, opinion=opinion, report="\n".join(report_lines),
    )  # fmt: skip


@page("/console/second-opinion", Right.CREATE)
def opinion_page(view: View) -> Html:
    """The page where a report is chosen or dropped."""
    return _page(view)


@command("/console/second-opinion", Right.CREATE)
def opinion_of_file(view: View, data: Upload) -> Html:
    """What differs in an uploaded report. Nothing is stored."""
    sent = data.get("file")
    try:
        if not isinstance(sent, UploadFile) or not sent.filename:
            raise BadInput("import-no-file", "Choose a file.")
        return _page(view, second_opinion(sent.filename[:100], sent.file.read(), OpinionRequest()))
    except PareoError as problem:
        return _page(view, problem=problem)


@page("/console/{slug:str}/second-opinion", Right.EVENT)
def opinion_of_event(slug: str, view: View) -> Html:
    """What differs in the report that this event would be exported as."""
    data = view.look(lambda ctx: export(ctx, slug).data)
    try:
        return _page(view, second_opinion(slug, data, OpinionRequest()))
    except PareoError as problem:
        return _page(view, problem=problem)


ROUTES = [opinion_page, opinion_of_file, opinion_of_event]
