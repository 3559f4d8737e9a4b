"""Spreadsheets: CSV and XLSX, in and out."""
