#!/usr/bin/env python3
"""Writes unicode_ranges.inc: the code point ranges of the classes that split patterns use.

usage: make_unicode_classes.py unicode_classes.json > unicode_ranges.inc

Input: {"unicode_version": "16.0", "ranges": {"L": [[first, last], …], "M": …, "N": …, "space": …}}
"""
import json
import sys

data = json.load(open(sys.argv[1], encoding="utf-8"))
print(f"// Unicode {data['unicode_version']}; written by make_unicode_classes.py, do not edit.")
for name, title in (("L", "kLetters"), ("M", "kMarks"), ("N", "kNumbers"), ("space", "kSpaces")):
    print(f"constexpr CodePointRange {title}[] = {{")
    line = ""
    for first, last in data["ranges"][name]:
        item = f"{{0x{first:X},0x{last:X}}},"
        if len(line) + len(item) > 120:
            print(line)
            line = ""
        line += item
    print(line + "\n};")
