/** Postal codes by country as patterns, made by tools/data/make-countries.ts. */

/** One pattern per line, after the countries that use it; it must match the whole text in upper case. */
export const postalLines = String.raw`BH	((1[0-2]|[2-9])\d{2})?
NI	((\d{4}-)?\d{3}-\d{3}(-\d{1})?)?|\d{5}
MU	((\d|[A-Z])\d{4})?
CO	(0[58]|1[135789]|2[0357]|4[147]|5[024]|6[368]|7[036]|8[1568]|9[4579])\d{4}
AM	(37)?\d{4}
LI	(948[5-9]|949[0-7])
FM	(9694[1-4])([ \-]\d{4})?
AT	(?!0)\d{4}
ES	(?:0[1-9]|[1-4]\d|5[0-2])\d{3}
AI	(?:AI-)?2640
HN	(?:\d{5})?
SH	(ASCN|STHL) 1ZZ
BB	(BB\d{5})?
FI	(FI-|AX-)?\d{5}
HR	(HR-)?\d{5}
LU	(L-)?\d{4}
LT	(LT-)?\d{5}
LV	(LV-)?\d{4}
OM	(PC )?\d{3}
SE	(SE-)?\d{3}[ ]?\d{2}
SI	(SI-)?\d{4}
US	([0-9]{5})(?:-([0-9]{4}))?
GB	([A-Z]){1}([0-9][0-9]|[0-9]|[A-Z][0-9][A-Z]|[A-Z][0-9][0-9]|[A-Z][0-9]|[0-9][A-Z]){1}([ ])?([0-9][A-Z][A-Z]){1}
EC	([A-Z]\d{4}[A-Z]|(?:[A-Z]{2})?\d{6})?
CA	([ABCEGHJKLMNPRSTVXY][0-9][ABCEGHJKLMNPRSTVWXYZ]) ?([0-9][ABCEGHJKLMNPRSTVWXYZ][0-9])
IE	([AC-FHKNPRTV-Y][0-9]{2}|D6W)[ -]?[0-9AC-FHKNPRTV-Y]{4}
CR	(\d{4,5}|\d{3}-\d{4})
LB	(\d{4}([ ]?\d{4})?)?
NG	(\d{6})?
VA	00120
VI	008(([0-4]\d)|(5[01]))([ \-]\d{4})?
PR	00[679]\d{2}([ \-]\d{4})?
AX	22\d{3}
NF	2899
GL	39\d{2}
SM	4789\d
CX	6798
CC	6799
ME	8\d{4}
AS	96799
UM	96898
PW	96940
MP	9695[012]([ \-]\d{4})?
GU	969[123]\d([ \-]\d{4})?
MH	969[67]\d([ \-]\d{4})?
YT	976\d{2}
MC	980\d{2}
WF	986\d{2}
PF	987\d{2}
NC	988\d{2}
MQ	9[78]2\d{2}
GF	9[78]3\d{2}
RE	9[78]4\d{2}
PM	9[78]5\d{2}
BL GP MF	9[78][01]\d{2}
AD	AD\d{3}
IO	BBND 1ZZ
SV	CP [1-3][1-7][0-2]\d|\d{4}
FK	FIQQ 1ZZ
GI	GX11 1AA
GG	GY\d[\dA-Z]?[ ]?\d[ABD-HJLN-UW-Z]{2}
IM	IM\d[\dA-Z]?[ ]?\d[ABD-HJLN-UW-Z]{2}
JE	JE\d[\dA-Z]?[ ]?\d[ABD-HJLN-UW-Z]{2}
KY	KY[123]-\d{4}
PN	PCRN 1ZZ
GS	SIQQ 1ZZ
TC	TKCA 1ZZ
VC	VC\d{4}
VG	VG\d{4}
PE	[0-2]\d{4}
AR	[A-HJ-NP-Z]\d{4}([A-Z]{3})?
BM	[A-Z]{2}[ ]?[A-Z0-9]{2}
BN	[A-Z]{2}[ ]?\d{4}
MT	[A-Z]{3}[ ]?\d{2,4}
SZ	[HLMS]\d{3}
PL	\d{2}-\d{3}
FR	\d{2}[ ]?\d{3}
FO GN IS LS MG PG	\d{3}
TW	\d{3}(\d{2,3})?
JP	\d{3}-\d{4}
CZ GR SK	\d{3}[ ]?\d{2}
TZ	\d{4,5}
AF AL AU BD BE BG CH CK CV CY DK ET GE GW HM HU LR MK MZ NE NO NZ PA PH PY SJ TN VE ZA	\d{4}
PT	\d{4}([\-]\d{3})?
NL	\d{4}[ ]?[A-Z]{2}
AZ	\d{4}|AZ ?\d{4}
HT	\d{4}|HT ?\d{4}
MD	\d{4}|MD-?\d{4}
RS VN	\d{5,6}
IL	\d{5,7}
BA BT CU DE DO DZ EE EG EH GT ID IQ IT JO KE KH KR KW LA LK MA MM MN MV MX MY NA NP PK SA SD SN SO TH TR UA UY ZM	\d{5}
IR	\d{5}-?\d{5}
BR	\d{5}[\-]?\d{3}
BY CN IN KG KZ RO RU SG TJ TM UZ	\d{6}
CL	\d{7}|\d{3}-\d{4}`

/*!
postcode-validator

The MIT License (MIT)
Copyright (c) 2019 Melwyn Furtado

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND,
EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT.
IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE
OR OTHER DEALINGS IN THE SOFTWARE.
*/
