"""Workbooks as spreadsheets write them."""

from __future__ import annotations

import io

import openpyxl


def workbook(*rows, title="Lista"):
    book = openpyxl.Workbook()
    book.active.title = title
    for row in rows:
        book.active.append(row)
    packed = io.BytesIO()
    book.save(packed)
    return packed.getvalue()


def sheets(data):
    """The rows of each sheet, by its name."""
    book = openpyxl.load_workbook(io.BytesIO(data), data_only=True)
    return {sheet.title: list(sheet.iter_rows(values_only=True)) for sheet in book}
