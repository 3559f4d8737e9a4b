"""A division of tsh."""

from __future__ import annotations

DIVISION = b"""# Division A
Abril, Ana             1900 2 3 0; 412 390 50; board 1 2 0; p12 1 2 0; newr 1910 1920;
Brasa, Bruno           1800 1 4 3; 380 400; board 1 1 1; p12 2 1 1;
Cedro, Celia           1700 4 1 2; 350 390; board 2 2 1; p12 2 1 2;
Dario Duna             0    3 2; 50 -50; off -50;
""".replace(b"350 390", b"-50 390").replace(b"400; board 1 1", b"50; board 1 1")
