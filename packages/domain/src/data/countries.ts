/**
 * ISO 3166-1 countries and ISO 3166-2 states as text, made by tools/data/make-countries.ts.
 * A state's uid is its country's uid × 1000 + the number of its line, so lines are never moved or removed.
 */

/** One country per line: alpha-2 code, numeric code, English name, then other names in any language, separated by tabs. */
export const countryLines = `AD	20	Andorra	Andorre
AE	784	United Arab Emirates	UAE	Emirati Arabi Uniti	Vereinigte Arabische Emirate	Émirats Arabes Unis	Emiratos Árabes Unidos	الإمارات العربية المتحدة
AF	4	Afghanistan	Afganistán	افغانستان
AG	28	Antigua and Barbuda	Antigua e Barbuda	Antigua und Barbuda	Antigua-et-Barbuda	Antigua y Barbuda
AI	660	Anguilla	Anguila
AL	8	Albania	Albanien	Albanie	Shqipëri
AM	51	Armenia	Armenien	Arménie	Հայաստան
AO	24	Angola
AQ	10	Antarctica	Antartide	Antarktis	Antarctique	Antártida
AR	32	Argentina	Argentinien	Argentine
AS	16	American Samoa	Samoa Americane	Amerikanisch-Samoa	Samoa américaines	Samoa Americana
AT	40	Austria	Österreich	Autriche
AU	36	Australia	Australien	Australie
AW	533	Aruba
AX	248	Åland Islands	Isole Åland	Åland	Islas Åland
AZ	31	Azerbaijan	Azerbaigian	Aserbaidschan	Azerbaïdjan	Azerbaiyán	Azərbaycan
BA	70	Bosnia and Herzegovina	Bosnia ed Erzegovina	Bosnien und Herzegowina	Bosnie-Herzégovine	Bosnia y Herzegovina	Bosna i Hercegovina	Босна и Херцеговина
BB	52	Barbados	Barbade
BD	50	Bangladesh	Bangladesch	বাংলাদেশ
BE	56	Belgium	Belgio	Belgien	Belgique	Bélgica	Koninkrijk België	België
BF	854	Burkina Faso
BG	100	Bulgaria	Bulgarien	Bulgarie	България
BH	48	Bahrain	Bahreïn	البحرين
BI	108	Burundi
BJ	204	Benin
BL	652	Saint Barthélemy
BM	60	Bermuda	Bermudes	Bermudas
BN	96	Brunei Darussalam	Brunei
BO	68	Bolivia	Bolivia, Plurinational State of	Bolivien	Bolivie
BQ	535	Bonaire, Sint Eustatius and Saba	Isole BES	Bonaire	Bonaire, Saint-Eustache et Saba	Bonaire, San Eustaquio y Saba	Bonaire, Sint Eustatius en Saba
BR	76	Brazil	Brasile	Brasilien	Brésil	Brasil
BS	44	Bahamas
BT	64	Bhutan	Bhoutan	Bután
BV	74	Bouvet Island	Isola Bouvet	Bouvetinsel	Île Bouvet	Isla Bouvet
BW	72	Botswana
BY	112	Belarus	Bielorussia	Biélorussie	Bielorrusia	Беларусь
BZ	84	Belize	Belice
CA	124	Canada	Kanada
CC	166	Cocos (Keeling) Islands	Isole Cocos e Keeling	Kokosinseln	Îles Cocos	Islas Cocos (Keeling)
CD	180	Democratic Republic of the Congo	Congo	Congo, Democratic Republic of the	Repubblica Democratica del Congo	Kongo	République démocratique du Congo	Congo (República Democrática del)
CF	140	Central African Republic	Repubblica Centrafricana	Zentralafrikanische Republik	République Centrafricaine	República Centroafricana
CG	178	Congo	Republic of the Congo	Repubblica del Congo	Republik Kongo	République du Congo
CH	756	Switzerland	Svizzera	Schweiz	Suisse	Suiza
CI	384	Côte d'Ivoire	Ivory Coast	Costa d'Avorio	Elfenbeinküste	Costa de Marfil
CK	184	Cook Islands	Isole Cook	Cookinseln	Îles Cook	Islas Cook
CL	152	Chile	Cile	Chili
CM	120	Cameroon	Camerun	Kamerun	Cameroun
CN	156	China	People's Republic of China	Cina	Chine	中国
CO	170	Colombia	Kolumbien	Colombie
CR	188	Costa Rica
CU	192	Cuba	Kuba
CV	132	Cape Verde	Cabo Verde	Capo Verde	Kap Verde	Cap-Vert
CW	531	Curaçao
CX	162	Christmas Island	Isola del Natale	Weihnachtsinsel	Île Christmas	Isla de Navidad
CY	196	Cyprus	Cipro	Zypern	Chypre	Chipre	Κύπρος	Güney Kıbrıs Rum Kesimi
CZ	203	Czechia	Czech Republic	Repubblica Ceca	Tschechische Republik	Tschechien	République Tchèque	República Checa	Česká republika
DE	276	Germany	Germania	Deutschland	Allemagne	Alemania
DJ	262	Djibouti	Gibuti	Dschibuti	Yibuti	جيبوتي
DK	208	Denmark	Danimarca	Dänemark	Dinamarca	Danmark
DM	212	Dominica	Dominique
DO	214	Dominican Republic	Repubblica Dominicana	Dominikanische Republik	République Dominicaine	República Dominicana
DZ	12	Algeria	Algerien	Algérie	Argelia	الجزائر
EC	218	Ecuador	Équateur
EE	233	Estonia	Estland	Estonie	Eesti
EG	818	Egypt	Egitto	Ägypten	Égypte	Egipto	مصر
EH	732	Western Sahara	Sahara Occidentale	Westsahara	Sahara occidental	الصحراء الغربية
ER	232	Eritrea	Érythrée	إريتريا
ES	724	Spain	Spagna	Spanien	Espagne	España
ET	231	Ethiopia	Etiopia	Äthiopien	Éthiopie	ኢትዮጵያ
FI	246	Finland	Finlandia	Finnland	Finlande	Suomi
FJ	242	Fiji	Figi	Fidschi	Fidji
FK	238	Falkland Islands (Malvinas)	Isole Falkland	Falklandinseln	Îles Malouines	Islas Malvinas
FM	583	Micronesia, Federated States of	Stati Federati di Micronesia	Mikronesien	Micronésie	Micronesia
FO	234	Faroe Islands	Isole Fær Øer	Färöer	Îles Féroé	Islas Feroe
FR	250	France	Francia	Frankreich
GA	266	Gabon	Gabun
GB	826	United Kingdom	UK	Great Britain	United Kingdom of Great Britain and Northern Ireland	Regno Unito	Vereinigtes Königreich	Großbritannien	Royaume-Uni	Reino Unido
GD	308	Grenada	Grenade	Granada
GE	268	Georgia	Georgien	Géorgie	საქართველო
GF	254	French Guiana	Guyana Francese	Französisch-Guayana	Guyane française	Guayana Francesa
GG	831	Guernsey	Guernesey
GH	288	Ghana
GI	292	Gibraltar	Gibilterra
GL	304	Greenland	Groenlandia	Grönland	Groenland
GM	270	Gambia	Republic of The Gambia	The Gambia	Gambie
GN	324	Guinea	Guinée
GP	312	Guadeloupe	Guadalupa	Guadalupe
GQ	226	Equatorial Guinea	Guinea Equatoriale	Äquatorialguinea	Guinée équatoriale	Guinea Ecuatorial	Guiné Equatorial
GR	300	Greece	Grecia	Griechenland	Grèce	Ελλάδα
GS	239	South Georgia and the South Sandwich Islands	Georgia del Sud e isole Sandwich meridionali	Südgeorgien und die Südlichen Sandwichinseln	Géorgie du Sud-et-les Îles Sandwich du Sud	Georgia del Sur y las Islas Sandwich del Sur
GT	320	Guatemala
GU	316	Guam
GW	624	Guinea-Bissau	Guinée-Bissau	Guiné-Bissau
GY	328	Guyana
HK	344	Hong Kong	Hongkong	香港
HM	334	Heard Island and McDonald Islands	Isole Heard e McDonald	Heard und McDonaldinseln	Îles Heard-et-MacDonald	Heard e Islas McDonald
HN	340	Honduras
HR	191	Croatia	Croazia	Kroatien	Croatie	Croacia	Hrvatska
HT	332	Haiti
HU	348	Hungary	Ungheria	Ungarn	Hongrie	Hungría	Magyarország
ID	360	Indonesia	Indonesien	Indonésie
IE	372	Ireland	Irlanda	Irland	Irlande	Éire
IL	376	Israel	Israele	إسرائيل	ישראל
IM	833	Isle of Man	Isola di Man	Insel Man	Île de Man	Isla de Man
IN	356	India	Indien	Inde	भारत
IO	86	British Indian Ocean Territory	Territori Britannici dell'Oceano Indiano	Britisches Territorium im Indischen Ozean	Océan Indien Britannique	Territorio Británico del Océano Índico
IQ	368	Iraq	Irak	العراق
IR	364	Iran	Islamic Republic of Iran	Iran, Islamic Republic of	República Islámica de Irán	ایران
IS	352	Iceland	Islanda	Island	Islande	Islandia
IT	380	Italy	Italia	Italien	Italie
JE	832	Jersey
JM	388	Jamaica	Giamaica	Jamaika	Jamaïque
JO	400	Jordan	Giordania	Jordanien	Jordanie	Jordania	الأردن
JP	392	Japan	Giappone	Japon	日本
KE	404	Kenya	Kenia
KG	417	Kyrgyzstan	Kirghizistan	Kirgisistan	Kirguistán	Кыргызстан	Киргизия
KH	116	Cambodia	Cambogia	Kambodscha	Cambodge	Camboya	កម្ពុជា
KI	296	Kiribati
KM	174	Comoros	Comore	Komoren	Comores	Comoras	جزر القمر
KN	659	Saint Kitts and Nevis	Saint Kitts e Nevis	St. Kitts und Nevis	Saint-Christophe-et-Niévès	Saint Kitts y Nevis
KP	408	North Korea	Korea, Democratic People's Republic of	Corea del Nord	Nordkorea	Corée du Nord	República Popular Democrática de Corea	북한
KR	410	South Korea	Korea, Republic of	Republic of Korea	Corea del Sud	Südkorea	Corée du Sud	República de Corea	대한민국
KW	414	Kuwait	Koweït	الكويت
KY	136	Cayman Islands	Isole Cayman	Kaimaninseln	Îles Caïmans	Islas Caimán
KZ	398	Kazakhstan	Kazakistan	Kasachstan	Kazajistán	Қазақстан	Казахстан
LA	418	Lao People's Democratic Republic	Laos	República Democrática Popular de Lao
LB	422	Lebanon	Libano	Libanon	Liban	لبنان
LC	662	Saint Lucia	Santa Lucia	St. Lucia	Sainte-Lucie
LI	438	Liechtenstein
LK	144	Sri Lanka	இலங்கை
LR	430	Liberia
LS	426	Lesotho	Lesoto
LT	440	Lithuania	Lituania	Litauen	Lituanie	Lietuva
LU	442	Luxembourg	Lussemburgo	Luxemburg	Luxemburgo
LV	428	Latvia	Lettonia	Lettland	Lettonie	Letonia	Latvija
LY	434	Libya	Libia	Libyen	Libye	ليبيا
MA	504	Morocco	Marocco	Marokko	Maroc	Marruecos	المغرب
MC	492	Monaco
MD	498	Moldova, Republic of	Moldavia	Moldawien	Moldavie	Republica Moldova
ME	499	Montenegro	Црна Гора
MF	663	Saint Martin (French part)	Saint-Martin	Saint-Martin (partie française)	Saint Martin (francesa)
MG	450	Madagascar	Madagaskar
MH	584	Marshall Islands	Isole Marshall	Marshallinseln	Îles Marshall	Islas Marshall
MK	807	North Macedonia	The Republic of North Macedonia	Macedonia del Nord	Nordmazedonien	Macédoine du Nord	Macedonia del Norte	Северна Македонија
ML	466	Mali
MM	104	Myanmar	Birmania  Myanmar
MN	496	Mongolia	Mongolei	Mongolie	Монгол
MO	446	Macao	Macau	澳门
MP	580	Northern Mariana Islands	Isole Marianne Settentrionali	Nördliche Marianen	Îles Mariannes du Nord	Islas Marianas del Norte
MQ	474	Martinique	Martinica
MR	478	Mauritania	Mauretanien	Mauritanie	موريتانيا
MS	500	Montserrat
MT	470	Malta	Malte
MU	480	Mauritius	Maurice	Mauricio
MV	462	Maldives	Maldive	Malediven	Maldivas	މާލީ
MW	454	Malawi	Malaui
MX	484	Mexico	Messico	Mexiko	Mexique
MY	458	Malaysia	Malesia	Malaisie	Malasia
MZ	508	Mozambique	Mozambico	Mosambik	Moçambique
NA	516	Namibia	Namibie
NC	540	New Caledonia	Nuova Caledonia	Neukaledonien	Nouvelle-Calédonie	Nueva Caledonia
NE	562	Niger
NF	574	Norfolk Island	Isola Norfolk	Norfolkinsel	Île Norfolk	Isla Norfolk
NG	566	Nigeria
NI	558	Nicaragua
NL	528	Netherlands	The Netherlands	Netherlands (Kingdom of the)	Netherlands, Kingdom of the	Paesi Bassi	Niederlande	Pays-Bas	Países Bajos	Koninkrijk der Nederlanden	Nederland
NO	578	Norway	Norvegia	Norwegen	Norvège	Noruega	Norge	Noreg
NP	524	Nepal
NR	520	Nauru
NU	570	Niue
NZ	554	New Zealand	Nuova Zelanda	Neuseeland	Nouvelle-Zélande	Nueva Zelanda
OM	512	Oman	عمان
PA	591	Panama
PE	604	Peru	Pérou
PF	258	French Polynesia	Polinesia Francese	Französisch-Polynesien	Polynésie française	Polinesia Francesa
PG	598	Papua New Guinea	Papua Nuova Guinea	Papua-Neuguinea	Papouasie-Nouvelle-Guinée	Papua Nueva Guinea
PH	608	Philippines	Filippine	Philippinen	Filipinas
PK	586	Pakistan	پاکستان
PL	616	Poland	Polonia	Polen	Pologne	Polska
PM	666	Saint Pierre and Miquelon	Saint Pierre e Miquelon	Saint-Pierre und Miquelon	Saint-Pierre-et-Miquelon	San Pedro y Miquelón
PN	612	Pitcairn	Pitcairn Islands	Isole Pitcairn	Pitcairninseln	Îles Pitcairn
PR	630	Puerto Rico	Porto Rico
PS	275	Palestine	State of Palestine	Palestine, State of	Stato di Palestina	Staat Palästina	Palestina	فلسطين
PT	620	Portugal	Portogallo
PW	585	Palau	Palaos
PY	600	Paraguay
QA	634	Qatar	Katar	Catar	قطر
RE	638	Réunion
RO	642	Romania	Rumänien	Roumanie	Rumanía
RS	688	Serbia	Serbien	Serbie	Србија
RU	643	Russia	Russian Federation	Russische Föderation	Russland	Russie	Rusia	Российская Федерация	Россия
RW	646	Rwanda	Ruanda
SA	682	Saudi Arabia	Arabia Saudita	Saudi-Arabien	Arabie Saoudite	السعودية
SB	90	Solomon Islands	Isole Salomone	Salomonen	Îles Salomon	Islas Salomón
SC	690	Seychelles	Seychellen
SD	729	Sudan	Soudan	السودان
SE	752	Sweden	Svezia	Schweden	Suède	Suecia	Sverige
SG	702	Singapore	Singapur	Singapour	Singapura	சிங்கப்பூர்	新加坡
SH	654	Saint Helena	Saint Helena, Ascension and Tristan da Cunha	Sant'Elena, Isola di Ascensione e Tristan da Cunha	St. Helena	Sainte-Hélène	Santa Helena, Ascensión y Tristán de Acuña
SI	705	Slovenia	Slowenien	Slovénie	Eslovenia	Slovenija
SJ	744	Svalbard and Jan Mayen	Svalbard e Jan Mayen	Svalbard und Jan Mayen	Svalbard et Île Jan Mayen	Svalbard y Jan Mayen	Svalbard og Jan Mayen
SK	703	Slovakia	Slovacchia	Slowakei	Slovaquie	Eslovaquia	Slovensko
SL	694	Sierra Leone	Sierra Leona
SM	674	San Marino	Saint-Marin
SN	686	Senegal
SO	706	Somalia	Somalie	الصومال	Soomaaliya
SR	740	Suriname	Republiek Suriname
SS	728	South Sudan	Sudan del Sud	Südsudan	Soudan du Sud	Sudán del Sur
ST	678	Sao Tome and Principe	São Tomé e Príncipe	São Tomé und Príncipe	São Tomé-et-Principe	Santo Tomé y Príncipe
SV	222	El Salvador
SX	534	Sint Maarten (Dutch part)	Sint Maarten	Saint-Martin (partie néerlandaise)	Sint Maarten (neerlandesa)	Sint Maarten (Nederlands deel)	Land Sint Maarten
SY	760	Syrian Arab Republic	Siria	Syrien, Arabische Republik	Syrie	República Árabe Siria	سوريا
SZ	748	Eswatini	Royaume d'Eswatini	Esuatini
TC	796	Turks and Caicos Islands	Isole Turks e Caicos	Turks- und Caicosinseln	Îles Turques-et-Caïques	Islas Turcas y Caicos
TD	148	Chad	Ciad	Tschad	Tchad	تشاد
TF	260	French Southern Territories	Territori Francesi del Sud	Französische Süd- und Antarktisgebiete	Terres australes françaises	Tierras Australes Francesas
TG	768	Togo
TH	764	Thailand	Thailandia	Thaïlande	Tailandia	ไทย
TJ	762	Tajikistan	Tagikistan	Tadschikistan	Tadjikistan	Tayikistán	Тоҷикистон
TK	772	Tokelau
TL	626	Timor-Leste	Timor Est	Osttimor
TM	795	Turkmenistan
TN	788	Tunisia	Tunesien	Tunisie	Túnez	تونس
TO	776	Tonga
TR	792	Türkiye	Turkey	Turchia	Türkei	Turquie	Turquía
TT	780	Trinidad and Tobago	Trinidad e Tobago	Trinidad und Tobago	Trinité-et-Tobago	Trinidad y Tobago
TV	798	Tuvalu
TW	158	Taiwan	Taiwan, Province of China	Repubblica di Cina	中国台湾省
TZ	834	Tanzania	United Republic of Tanzania	Tanzania, United Republic of	Tansania, Vereinigte Republik	Tansania	République unie de Tanzanie	Tanzania, Jamhuri ya Muungano
UA	804	Ukraine	Ucraina	Ucrania	Украина	Україна
UG	800	Uganda	Ouganda
UM	581	United States Minor Outlying Islands	Isole minori esterne degli Stati Uniti	Îles mineures éloignées des États-Unis	Islas Ultramarinas Menores de los Estados Unidos
US	840	United States of America	United States	USA	U.S.A.	US	U.S.	Stati Uniti d'America	Vereinigte Staaten von Amerika	Vereinigte Staaten	États-Unis d'Amérique	Estados Unidos
UY	858	Uruguay
UZ	860	Uzbekistan	Usbekistan	Ouzbékistan	Oʻzbekiston
VA	336	Holy See	Holy See (Vatican City State)	Città del Vaticano	Vatikanstadt	Saint-Siège (Vatican)	Santa Sede
VC	670	Saint Vincent and the Grenadines	Saint Vincent e Grenadine	St. Vincent und die Grenadinen	Saint-Vincent-et-les-Grenadines	San Vicente y las Granadinas
VE	862	Venezuela	Venezuela, Bolivarian Republic of
VG	92	Virgin Islands, British	Virgin Islands (British)	Isole Vergini Britanniche	Britische Jungferninseln	Îles vierges britanniques	Islas Vírgenes británicas
VI	850	Virgin Islands, U.S.	Virgin Islands (U.S.)	Isole Vergini Americane	Amerikanische Jungferninseln	Îles vierges américaines	Islas Vírgenes de los Estados Unidos
VN	704	Vietnam	Viet Nam
VU	548	Vanuatu
WF	876	Wallis and Futuna	Wallis e Futuna	Wallis und Futuna	Wallis-et-Futuna	Wallis y Futuna
WS	882	Samoa
YE	887	Yemen	Jemen	اليمن
YT	175	Mayotte
ZA	710	South Africa	Sudafrica	Südafrika	Afrique du Sud
ZM	894	Zambia	Sambia	Zambie
ZW	716	Zimbabwe	Simbabwe	Zimbabue`

/**
 * One state per line, by country: the second half of its code (then other codes, separated by commas), its name, then
 * other names, separated by tabs. A line that begins with "-" is a retired state, and one that begins with "+" contains
 * states of this list.
 */
export const stateLinesByCountry: Readonly<Record<string, string>> = {
  AD: `02	Canillo
03	Encamp
04	La Massana
05	Ordino
06	Sant Julià de Lòria
07	Andorra la Vella
08	Escaldes-Engordany
+AND	Andorra	Andorre`,
  AE: `AJ	Ajman
AZ	Abu Dhabi	Abū Z̧aby
DU	Dubai	Dubayy
FU	Fujairah	Al Fujayrah
RK	Ras al-Khaimah	Ra’s al Khaymah
SH	Sharjah	Ash Shāriqah
UQ	Umm al-Quwain	Umm al Qaywayn`,
  AF: `BAL	Balkh
BAM	Bamyan
BDG	Badghis
BDS	Badakhshan
BGL	Baghlan
DAY	Daykundi
FRA	Farah
FYB	Faryab
GHA	Ghazni
GHO	Ghōr
HEL	Helmand
HER	Herat
JOW	Jowzjan
KAB	Kabul
KAN	Kandahar
KAP	Kapisa
KDZ	Kunduz
KHO	Khost
KNR	Kunar
LAG	Laghman
LOG	Logar
NAN	Nangarhar
NIM	Nimruz	Nīmrōz
NUR	Nuristan
PAN	Panjshir	Panjshayr
PAR	Parwan
PIA	Paktia	Paktiyā
PKA	Paktika
SAM	Samangan
SAR	Sar-e Pol	Sar-e Pul
TAK	Takhar
URU	Urozgan	Uruzgān
WAR	Maidan Wardak	Wardak
ZAB	Zabul`,
  AG: `03	Saint George
04	Saint John
05	Saint Mary
06	Saint Paul
07	Saint Peter
08	Saint Philip
10	Barbuda
11	Redonda`,
  AL: `01	Berat	Berat County
02	Durrës	Durrës County
03	Elbasan	Elbasan County
04	Fier	Fier County
05	Gjirokastër	Gjirokastër County
06	Korçë	Korçë County
07	Kukës	Kukës County
08	Lezhë	Lezhë County
09	Dibër	Dibër County
10	Shkodër	Shkodër County
11	Tiranë	Tirana County
12	Vlorë	Vlorë County`,
  AM: `AG	Aragatsotn	Aragac̣otn
AR	Ararat
AV	Armavir
ER	Yerevan	Erevan
GR	Gegharkunik	Geġark'unik'
KT	Kotayk
LO	Lori
SH	Shirak	Širak
SU	Syunik
TV	Tavush	Tavuš
VD	Vayots Dzor	Vayoć Jor`,
  AO: `BGO	Bengo
BGU	Benguela
BIE	Bié
CAB	Cabinda
CCU	Cuando Cubango
CNN	Cunene
CNO	Cuanza-Norte
CUS	Cuanza-Sul
HUA	Huambo
HUI	Huíla
LNO	Lunda-Norte
LSU	Lunda-Sul
LUA	Luanda
MAL	Malange	Malanje
MOX	Moxico
NAM	Namibe
UIG	Uíge
ZAI	Zaire`,
  AR: `A	Salta
B	Buenos Aires	Buenos Aires Province
C	Ciudad Autónoma de Buenos Aires
D	San Luis
E	Entre Ríos
F	La Rioja
G	Santiago del Estero
H	Chaco
J	San Juan
K	Catamarca
L	La Pampa
M	Mendoza
N	Misiones
P	Formosa
Q	Neuquén
R	Río Negro
S	Santa Fe
T	Tucumán
U	Chubut
V	Tierra del Fuego
W	Corrientes
X	Córdoba
Y	Jujuy
Z	Santa Cruz`,
  AT: `1	Burgenland
2	Kärnten	Carinthia
3	Niederösterreich	Lower Austria
4	Oberösterreich	Upper Austria
5	Salzburg
6	Steiermark	Styria
7	Tirol	Tyrol
8	Vorarlberg
9	Wien	Vienna`,
  AU: `ACT	Australian Capital Territory
NSW	New South Wales
NT	Northern Territory
QLD	Queensland
SA	South Australia
TAS	Tasmania
VIC	Victoria
WA	Western Australia`,
  AZ: `ABS	Abşeron	Absheron
AGA	Ağstafa
AGC	Ağcabədi	Aghjabadi
AGM	Ağdam
AGS	Ağdaş	Agdash
AGU	Ağsu
AST	Astara
BA	Bakı	Baku
BAB	Babək	Babek
BAL	Balakən	Balakan
BAR	Bərdə	Barda
BEY	Beyləqan	Beylagan
BIL	Biləsuvar	Bilasuvar
CAB	Cəbrayıl	Jabrayil
CAL	Cəlilabad	Jalilabad
CUL	Culfa	Julfa
DAS	Daşkəsən	Dashkasan
FUZ	Füzuli	Fizuli
GA	Gəncə	Ganja
GAD	Gədəbəy	Gadabay
GOR	Goranboy
GOY	Göyçay	Goychay
GYG	Göygöl
HAC	Hacıqabul	Hajigabul
IMI	İmişli	Imishli
ISM	İsmayıllı	Ismailli
KAL	Kəlbəcər	Kalbajar
KAN	Kǝngǝrli	Kangarli
KUR	Kürdəmir	Kurdamir
LA	Lankaran
LAC	Laçın	Lachin
LAN	Lankaran District
LER	Lerik
MAS	Masallı	Masally
MI	Mingəçevir	Mingachevir
NA	Naftalan
NEF	Neftçala	Neftchala
NV	Naxçıvan	Nakhchivan
OGU	Oğuz	Oghuz
ORD	Ordubad
QAB	Qəbələ	Qabala
QAX	Qax	Qakh
QAZ	Qazax	Qazakh
QBA	Quba
QBI	Qubadlı
QOB	Qobustan	Gobustan
QUS	Qusar
SA	Shaki
SAB	Sabirabad
SAD	Sədərək	Sadarak
SAH	Şahbuz	Shahbuz
SAK	Shaki District
SAL	Salyan
SAR	Şərur	Sharur
SAT	Saatlı	Saatly
SBN	Şabran	Shabran
SIY	Siyəzən	Siazan
SKR	Şəmkir	Shamkir
SM	Sumqayıt
SMI	Şamaxı	Shamakhi
SMX	Samux	Samukh
SR	Şirvan	Shirvan
SUS	Şuşa	Shusha
TAR	Tərtər	Tartar
TOV	Tovuz
UCA	Ucar	Ujar
XA	Xankəndi	Stepanakert
XAC	Xaçmaz	Khachmaz
XCI	Xocalı	Khojali
XIZ	Xızı	Khizi
XVD	Xocavənd	Khojavend
YAR	Yardımlı	Yardymli
YE	Yevlakh
YEV	Yevlakh District
ZAN	Zəngilan	Zangilan
ZAQ	Zaqatala
ZAR	Zərdab	Zardab
+NX	Naxçıvan	Nakhchivan AR`,
  BA: `BIH	Federacija Bosne i Hercegovine	Federation of Bosnia and Herzegovina
BRC	Brčko Distrikt	Brčko District
SRP	Republika Srpska`,
  BB: `01	Christ Church
02	Saint Andrew
03	Saint George
04	Saint James
05	Saint John
06	Saint Joseph
07	Saint Lucy
08	Saint Michael
09	Saint Peter
10	Saint Philip
11	Saint Thomas`,
  BD: `01	Bandarban
02	Barguna
03	Bogra	Bogura
04	Brahmanbaria
05	Bagerhat
06	Barisal Division	Barishal
07	Bhola
08	Comilla	Cumilla
09	Chandpur
10	Chittagong	Chattogram
11	Cox’s Bazar
12	Chuadanga
13	Dhaka
14	Dinajpur
15	Faridpur
16	Feni
17	Gopalganj
18	Gazipur
19	Gaibandha
20	Habiganj
21	Jamalpur
22	Jessore	Jashore
23	Jhenaidah
24	Joypurhat
25	Jhalokati	Jhalakathi
26	Kishoreganj
27	Khulna
28	Kurigram
29	Khagrachari	Khagrachhari
30	Kushtia
31	Lakshmipur
32	Lalmonirhat
33	Manikganj
34	Mymensingh
35	Munshiganj
36	Madaripur
37	Magura
38	Maulvi Bazar	Moulvibazar
39	Meherpur
40	Narayanganj
41	Netrokona	Netrakona
42	Narsingdi
43	Narail
44	Natore
45	Nawabganj	Chapai Nawabganj
46	Nilphamari
47	Noakhali
48	Naogaon
49	Pabna
50	Pirojpur
51	Patuakhali
52	Panchagarh
53	Rajbari
54	Rajshahi
55	Rangpur
56	Rangamati Hill	Rangamati
57	Sherpur
58	Satkhira
59	Sirajganj
60	Sylhet
61	Sunamganj
62	Shariatpur
63	Tangail
64	Thakurgaon
+A	Barisal	Barishal
+B	Chittagong Division	Chattogram
+C	Dhaka Division	Dhaka
+D	Khulna Division	Khulna
+E	Rajshahi Division	Rajshahi
+F	Rangpur Division	Rangpur
+G	Sylhet Division	Sylhet
+H	Mymensingh Division	Mymensingh`,
  BE: `BRU	Brussels Hoofdstedelijk Gewest	Brussels	Bruxelles	Brussel	Bruxelles-Capitale	Brussels-Capital
VAN	Antwerpen	Antwerp	Anvers
VBR	Vlaams-Brabant	Flemish Brabant	Brabant flamand
VLI	Limburg
VOV	Oost-Vlaanderen	East Flanders	Flandre orientale
VWV	West-Vlaanderen	West Flanders	Flandre occidentale
WBR	Brabant wallon	Walloon Brabant	Waals-Brabant
WHT	Hainaut	Henegouwen
WLG	Liège	Luik
WLX	Luxembourg
WNA	Namur	Namen
+VLG	Vlaams Gewest	Flanders	Vlaanderen	Flandre
+WAL	Waals Gewest	Wallonia	Wallonie`,
  BF: `BAL	Balé
BAM	Bam
BAN	Banwa
BAZ	Bazèga
BGR	Bougouriba
BLG	Boulgou
BLK	Boulkiemdé
COM	Comoé
GAN	Ganzourgou
GNA	Gnagna
GOU	Gourma
HOU	Houet
IOB	Ioba
KAD	Kadiogo
KEN	Kénédougou
KMD	Komondjari
KMP	Kompienga
KOP	Koulpélogo
KOS	Kossi
KOT	Kouritenga
KOW	Kourwéogo
LER	Léraba
LOR	Loroum
MOU	Mouhoun
NAM	Namentenga
NAO	Nahouri
NAY	Nayala
NOU	Noumbiel
OUB	Oubritenga
OUD	Oudalan
PAS	Passoré
PON	Poni
SEN	Séno
SIS	Sissili
SMT	Sanmatenga
SNG	Sanguié
SOM	Soum
SOR	Sourou
TAP	Tapoa
TUI	Tuy
YAG	Yagha
YAT	Yatenga
ZIR	Ziro
ZON	Zondoma
ZOU	Zoundwéogo
+01	Boucle du Mouhoun
+02	Cascades
+03	Centre
+04	Centre-Est
+05	Centre-Nord
+06	Centre-Ouest
+07	Centre-Sud
+08	Est
+09	Hauts-Bassins
+10	Nord
+11	Plateau-Central
+12	Sahel
+13	Sud-Ouest`,
  BG: `01	Blagoevgrad
02	Burgas
03	Varna
04	Veliko Tarnovo
05	Vidin
06	Vratsa
07	Gabrovo
08	Dobrich
09	Kardzhali
10	Kyustendil
11	Lovech
12	Montana
13	Pazardzhik
14	Pernik
15	Pleven
16	Plovdiv
17	Razgrad
18	Ruse
19	Silistra
20	Sliven
21	Smolyan
22	Sofia	Sofia (stolitsa)
23	Sofia District
24	Stara Zagora
25	Targovishte
26	Haskovo
27	Shumen
28	Yambol`,
  BH: `13	Capital	Al ‘Āşimah
14	Southern	Al Janūbīyah
15	Muharraq	Al Muḩarraq
17	Northern	Ash Shamālīyah
+BHR	Bahrain	Bahreïn	البحرين`,
  BI: `BB	Bubanza
BL	Bujumbura Rural
BM	Bujumbura Mairie	Bujumbura
BR	Bururi
CA	Cankuzo
CI	Cibitoke
GI	Gitega
KI	Kirundo
KR	Karuzi
KY	Kayanza
MA	Makamba
MU	Muramvya
MW	Mwaro
MY	Muyinga
NG	Ngozi
RM	Rumonge
RT	Rutana
RY	Ruyigi`,
  BJ: `AK	Atacora	Atakora
AL	Alibori
AQ	Atlantique
BO	Borgou
CO	Collines
DO	Donga
KO	Couffo	Kouffo
LI	Littoral
MO	Mono
OU	Ouémé
PL	Plateau
ZO	Zou`,
  BN: `BE	Belait
BM	Brunei-Muara
TE	Temburong
TU	Tutong`,
  BO: `B	El Beni	Beni
C	Cochabamba
H	Chuquisaca
L	La Paz
N	Pando
O	Oruro
P	Potosí
S	Santa Cruz
T	Tarija`,
  BQ: `BO	Bonaire
SA	Saba
SE	Sint Eustatius`,
  BR: `AC	Acre
AL	Alagoas
AM	Amazonas
AP	Amapá
BA	Bahia
CE	Ceará
DF	Distrito Federal	Federal District
ES	Espírito Santo
GO	Goiás
MA	Maranhão
MG	Minas Gerais
MS	Mato Grosso do Sul
MT	Mato Grosso
PA	Pará
PB	Paraíba
PE	Pernambuco
PI	Piauí
PR	Paraná
RJ	Rio de Janeiro
RN	Rio Grande do Norte
RO	Rondônia
RR	Roraima
RS	Rio Grande do Sul
SC	Santa Catarina
SE	Sergipe
SP	São Paulo
TO	Tocantins`,
  BS: `AK	Acklins
BI	Bimini
BP	Black Point
BY	Berry Islands
CE	Central Eleuthera
CI	Cat Island
CK	Crooked Island and Long Cay	Crooked Island
CO	Central Abaco
CS	Central Andros
EG	East Grand Bahama
EX	Exuma
FP	City of Freeport	Freeport
GC	Grand Cay
HI	Harbour Island
HT	Hope Town
IN	Inagua
LI	Long Island
MC	Mangrove Cay
MG	Mayaguana
MI	Moore's Island
NE	North Eleuthera
NO	North Abaco
NP	New Providence
NS	North Andros
RC	Rum Cay
RI	Ragged Island
SA	South Andros
SE	South Eleuthera
SO	South Abaco
SS	San Salvador
SW	Spanish Wells
WG	West Grand Bahama`,
  BT: `11	Paro
12	Chukha	Chhukha
13	Haa
14	Samtse
15	Thimphu
21	Tsirang
22	Dagana
23	Punakha
24	Wangdue Phodrang
31	Sarpang
32	Trongsa
33	Bumthang
34	Zhemgang
41	Trashigang
42	Mongar	Monggar
43	Pemagatshel	Pema Gatshel
44	Lhuntse	Lhuentse
45	Samdrup Jongkhar
GA	Gasa
TY	Trashiyangtse	Trashi Yangtse`,
  BW: `CE	Central
CH	Chobe
FR	Francistown
GA	Gaborone
GH	Ghanzi
JW	Jwaneng
KG	Kgalagadi
KL	Kgatleng
KW	Kweneng
LO	Lobatse
NE	North East
NW	North West
SE	South East
SO	Southern
SP	Selibe Phikwe
ST	Sowa Town`,
  BY: `BR	Brest	Brestskaya voblasts'
HM	Minsk	Horad Minsk
HO	Homel	Homyel'skaya voblasts'
HR	Hrodna	Hrodzyenskaya voblasts'
MA	Magileu	Mahilyowskaya voblasts'
MI	Minsk Region	Minskaya voblasts'
VI	Vitebsk	Vitsyebskaya voblasts'`,
  BZ: `BZ	Belize
CY	Cayo
CZL	Corozal
OW	Orange Walk
SC	Stann Creek
TOL	Toledo`,
  CA: `AB	Alberta
BC	British Columbia
MB	Manitoba
NB	New Brunswick
NL	Newfoundland and Labrador	Newfoundland
NS	Nova Scotia
NT	Northwest Territories
NU	Nunavut
ON	Ontario
PE	Prince Edward Island	PEI
QC	Quebec
SK	Saskatchewan
YT	Yukon`,
  CD: `BC	Kongo Central	Bas-Congo
BU	Bas-Uélé
EQ	Équateur
HK	Haut-Katanga
HL	Haut-Lomami
HU	Haut-Uélé
IT	Ituri
KC	Kasaï Central
KE	Kasaï Oriental
KG	Kwango
KL	Kwilu
KN	Kinshasa
KS	Kasaï
LO	Lomami
LU	Lualaba
MA	Maniema
MN	Mai-Ndombe
MO	Mongala
NK	Nord-Kivu	North Kivu
NU	Nord-Ubangi
SA	Sankuru
SK	Sud-Kivu	South Kivu
SU	Sud-Ubangi
TA	Tanganyika
TO	Tshopo
TU	Tshuapa`,
  CF: `AC	Ouham
BB	Bamingui-Bangoran
BGF	Bangui
BK	Basse-Kotto
HK	Haute-Kotto
HM	Haut-Mbomou
HS	Haute-Sangha / Mambéré-Kadéï	Mambéré-Kadéï	Haute-Sangha
KB	Gribingui	Nana-Grébizi
KG	Kémo-Gribingui	Kémo
LB	Lobaye
MB	Mbomou
MP	Ombella-Mpoko
NM	Nana-Mambéré
OP	Ouham-Pendé
SE	Sangha	Sangha-Mbaéré
UK	Ouaka
VK	Vakaga`,
  CG: `11	Bouenza
12	Pool
13	Sangha
14	Plateaux
15	Cuvette-Ouest
16	Pointe-Noire
2	Lékoumou
5	Kouilou
7	Likouala
8	Cuvette
9	Niari
BZV	Brazzaville`,
  CH: `AG	Aargau
AI	Appenzell Innerrhoden
AR	Appenzell Ausserrhoden
BE	Bern	Berne	Berna
BL	Basel-Landschaft
BS	Basel-Stadt	Basel
FR	Fribourg	Freiburg
GE	Genève	Geneva	Genf	Ginevra
GL	Glarus
GR	Graubünden	Grigioni	Grisons
JU	Jura
LU	Luzern	Lucerne	Lucerna
NE	Neuchâtel	Neuenburg
NW	Nidwalden
OW	Obwalden
SG	Sankt Gallen	St. Gallen	St Gallen
SH	Schaffhausen
SO	Solothurn
SZ	Schwyz
TG	Thurgau
TI	Ticino	Tessin
UR	Uri
VD	Vaud	Waadt
VS	Valais	Wallis
ZG	Zug
ZH	Zürich	Zurigo`,
  CI: `AB	Abidjan
BS	Bas-Sassandra
CM	Comoé
DN	Denguélé
GD	Gôh-Djiboua
LC	Lacs
LG	Lagunes
MG	Montagnes
SM	Sassandra-Marahoué
SV	Savanes
VB	Vallée du Bandama
WR	Woroba
YM	Yamoussoukro
ZZ	Zanzan`,
  CL: `AI	Aisén del General Carlos Ibañez del Campo	Aysén
AN	Antofagasta
AP	Arica y Parinacota
AR	La Araucanía	Araucanía
AT	Atacama
BI	Biobío	Bío Bío
CO	Coquimbo
LI	Libertador General Bernardo O'Higgins
LL	Los Lagos
LR	Los Ríos
MA	Magallanes	Magallanes Region
ML	Maule
NB	Ñuble
RM	Región Metropolitana de Santiago	Santiago Metropolitan
TA	Tarapacá
VS	Valparaíso`,
  CM: `AD	Adamaoua	Adamawa
CE	Centre
EN	Far North
ES	East
LT	Littoral
NO	North
NW	North-West	Northwest
OU	West
SU	South
SW	South-West	Southwest`,
  CN: `AH	Anhui	Anhui Sheng
BJ	Beijing	Beijing Shi
CQ	Chongqing	Chongqing Shi
FJ	Fujian	Fujian Sheng
GD	Guangdong	Guangdong Sheng
GS	Gansu	Gansu Sheng
GX	Guangxi	Guangxi Zhuangzu Zizhiqu
GZ	Guizhou	Guizhou Sheng
HA	Henan	Henan Sheng
HB	Hubei	Hubei Sheng
HE	Hebei	Hebei Sheng
HI	Hainan	Hainan Sheng
HK	Hong Kong SAR
HL	Heilongjiang	Heilongjiang Sheng
HN	Hunan	Hunan Sheng
JL	Jilin	Jilin Sheng
JS	Jiangsu	Jiangsu Sheng
JX	Jiangxi	Jiangxi Sheng
LN	Liaoning	Liaoning Sheng
MO	Macao SAR
NM	Nei Mongol Zizhiqu
NX	Ningxia	Ningxia Huizu Zizhiqu
QH	Qinghai	Qinghai Sheng
SC	Sichuan	Sichuan Sheng
SD	Shandong	Shandong Sheng
SH	Shanghai	Shanghai Shi
SN	Shaanxi	Shaanxi Sheng
SX	Shanxi	Shanxi Sheng
TJ	Tianjin	Tianjin Shi
TW	Taiwan Sheng
XJ	Xinjiang	Xinjiang Uygur Zizhiqu
XZ	Tibet	Xizang Zizhiqu
YN	Yunnan	Yunnan Sheng
ZJ	Zhejiang	Zhejiang Sheng`,
  CO: `AMA	Amazonas
ANT	Antioquia
ARA	Arauca
ATL	Atlántico
BOL	Bolívar
BOY	Boyacá
CAL	Caldas
CAQ	Caquetá
CAS	Casanare
CAU	Cauca
CES	Cesar
CHO	Chocó
COR	Córdoba
CUN	Cundinamarca
DC	Distrito Capital de Bogotá	Capital District
GUA	Guainía
GUV	Guaviare
HUI	Huila
LAG	La Guajira
MAG	Magdalena
MET	Meta
NAR	Nariño
NSA	Norte de Santander
PUT	Putumayo
QUI	Quindío
RIS	Risaralda
SAN	Santander
SAP	San Andrés, Providencia y Santa Catalina	San Andrés & Providencia	San Andrés	Providencia y Santa Catalina
SUC	Sucre
TOL	Tolima
VAC	Valle del Cauca
VAU	Vaupés
VID	Vichada`,
  CR: `A	Alajuela
C	Cartago
G	Guanacaste
H	Heredia
L	Limón
P	Puntarenas
SJ	San José`,
  CU: `01	Pinar del Río
03	La Habana	Havana
04	Matanzas
05	Villa Clara
06	Cienfuegos
07	Sancti Spíritus
08	Ciego de Ávila
09	Camagüey
10	Las Tunas
11	Holguín
12	Granma
13	Santiago de Cuba
14	Guantánamo
15	Artemisa
16	Mayabeque
99	Isla de la Juventud`,
  CV: `BR	Brava
BV	Boa Vista
CA	Santa Catarina
CF	Santa Catarina do Fogo
CR	Santa Cruz
MA	Maio
MO	Mosteiros
PA	Paul
PN	Porto Novo
PR	Praia
RB	Ribeira Brava
RG	Ribeira Grande
RS	Ribeira Grande de Santiago
SD	São Domingos
SF	São Filipe
SL	Sal
SM	São Miguel
SO	São Lourenço dos Órgãos
SS	São Salvador do Mundo
SV	São Vicente
TA	Tarrafal
TS	Tarrafal de São Nicolau
+B	Ilhas de Barlavento	Barlavento Islands
+S	Ilhas de Sotavento	Sotavento Islands`,
  CY: `01	Nicosia	Lefkosia
02	Limassol	Lemesos
03	Larnaca	Larnaka
04	Famagusta	Ammochostos
05	Paphos	Pafos
06	Kyrenia	Keryneia`,
  CZ: `10	Praha, Hlavní město	Prague, Hlavní mešto	Praha	Hlavní město	Prague	Hlavní město Praha
20	Středočeský kraj	Středočeský
31	Jihočeský kraj	Jihočeský
32	Plzeňský kraj	Plzeňský
41	Karlovarský kraj	Karlovarský
42	Ústecký kraj	Ústecký
51	Liberecký kraj	Liberecký
52	Královéhradecký kraj	Královéhradecký
53	Pardubický kraj	Pardubický
63	Kraj Vysočina	Vysočina
64	Jihomoravský kraj	Jihomoravský	South Moravian
71	Olomoucký kraj	Olomoucký
72	Zlínský kraj	Zlínský
80	Moravskoslezský kraj	Moravskoslezský`,
  DE: `BB	Brandenburg
BE	Berlin
BW	Baden-Württemberg	Baden-Wuerttemberg
BY	Bayern	Bavaria
HB	Bremen
HE	Hessen	Hesse
HH	Hamburg
MV	Mecklenburg-Vorpommern
NI	Niedersachsen	Lower Saxony
NW	Nordrhein-Westfalen	North Rhine-Westphalia	NRW
RP	Rheinland-Pfalz	Rhineland-Palatinate
SH	Schleswig-Holstein
SL	Saarland
SN	Sachsen	Saxony
ST	Sachsen-Anhalt	Saxony-Anhalt
TH	Thüringen	Thuringia	Thueringen`,
  DJ: `AR	Arta
AS	Ali Sabieh
DI	Dikhil
DJ	Djibouti
OB	Obock
TA	Tadjourah`,
  DK: `81	Region Nordjylland	Northern Denmark
82	Region Midjylland	Central Denmark
83	Region Syddanmark	Southern Denmark
84	Region Hovedstaden	Capital Region	Hovedstaden	Copenhagen
85	Region Sjælland	Zealand`,
  DM: `02	Saint Andrew
03	Saint David
04	Saint George
05	Saint John
06	Saint Joseph
07	Saint Luke
08	Saint Mark
09	Saint Patrick
10	Saint Paul
11	Saint Peter`,
  DO: `01	Distrito Nacional (Santo Domingo)	Distrito Nacional
02	Azua
03	Baoruco
04	Barahona
05	Dajabón
06	Duarte
07	Elías Piña
08	El Seibo
09	Espaillat
10	Independencia
11	La Altagracia
12	La Romana
13	La Vega
14	María Trinidad Sánchez
15	Monte Cristi
16	Pedernales
17	Peravia
18	Puerto Plata
19	Hermanas Mirabal
20	Samaná
21	San Cristóbal
22	San Juan
23	San Pedro de Macorís
24	Sánchez Ramírez
25	Santiago
26	Santiago Rodríguez
27	Valverde
28	Monseñor Nouel
29	Monte Plata
30	Hato Mayor
31	San José de Ocoa
32	Santo Domingo
+33	Cibao Nordeste
+34	Cibao Noroeste
+35	Cibao Norte
+36	Cibao Sur
+37	El Valle
+38	Enriquillo
+39	Higuamo
+40	Ozama
+41	Valdesia
+42	Yuma`,
  DZ: `01	Adrar
02	Chlef
03	Laghouat
04	Oum El Bouaghi
05	Batna
06	Béjaïa
07	Biskra
08	Béchar
09	Blida
10	Bouira
11	Tamanghasset	Tamanrasset
12	Tébessa
13	Tlemcen
14	Tiaret
15	Tizi Ouzou
16	Algiers	Alger
17	Djelfa
18	Jijel
19	Sétif
20	Saïda
21	Skikda
22	Sidi Bel Abbès
23	Annaba
24	Guelma
25	Constantine
26	Médéa
27	Mostaganem
28	M’Sila
29	Mascara
30	Ouargla
31	Oran
32	El Bayadh
33	Illizi
34	Bordj Bou Arréridj
35	Boumerdès
36	El Tarf
37	Tindouf
38	Tissemsilt
39	El Oued
40	Khenchela
41	Souk Ahras
42	Tipasa	Tipaza
43	Mila
44	Aïn Defla
45	Naama
46	Aïn Témouchent
47	Ghardaïa
48	Relizane
49	Timimoun
50	Bordj Badji Mokhtar
51	Ouled Djellal
52	Béni Abbès
53	In Salah
54	In Guezzam
55	Touggourt
56	Djanet
57	El Meghaier
58	El Meniaa`,
  EC: `A	Azuay
B	Bolívar
C	Carchi
D	Orellana
E	Esmeraldas
F	Cañar
G	Guayas
H	Chimborazo
I	Imbabura
L	Loja
M	Manabí
N	Napo
O	El Oro
P	Pichincha
R	Los Ríos
S	Morona Santiago
SD	Santo Domingo de los Tsáchilas
SE	Santa Elena
T	Tungurahua
U	Sucumbíos
W	Galápagos
X	Cotopaxi
Y	Pastaza
Z	Zamora Chinchipe`,
  EE: `37	Harjumaa	Harju
39	Hiiumaa	Hiiu
45	Ida-Virumaa
50	Jõgevamaa
52	Järvamaa
56	Läänemaa
60	Lääne-Virumaa
64	Põlvamaa
68	Pärnumaa
71	Raplamaa
74	Saaremaa	Saare
79	Tartumaa
81	Valgamaa
84	Viljandimaa	Viljandi
87	Võrumaa`,
  EG: `ALX	Alexandria	Al Iskandarīyah
ASN	Aswan
AST	Asyut
BA	Red Sea	Al Baḩr al Aḩmar
BH	Beheira	Al Buḩayrah
BNS	Beni Suef	Banī Suwayf
C	Cairo	Al Qāhirah
DK	Dakahlia	Ad Daqahlīyah
DT	Damietta	Dumyāţ
FYM	Faiyum	Al Fayyūm
GH	Gharbia	Al Gharbīyah
GZ	Giza	Al Jīzah
IS	Ismailia	Al Ismā'īlīyah
JS	South Sinai	Janūb Sīnā'
KB	Qalyubia	Al Qalyūbīyah
KFS	Kafr el-Sheikh	Kafr ash Shaykh
KN	Qena	Qinā
LX	Luxor	Al Uqşur
MN	Minya	Al Minyā
MNF	Monufia	Al Minūfīyah
MT	Matrouh	Maţrūḩ
PTS	Port Said	Būr Sa‘īd
SHG	Sohag	Sūhāj
SHR	Al Sharqia	Ash Sharqīyah
SIN	North Sinai	Shamāl Sīnā'
SUZ	Suez	As Suways
WAD	New Valley	Al Wādī al Jadīd`,
  ER: `AN	Anseba	Ansabā
DK	Southern Red Sea	Janūbī al Baḩrī al Aḩmar
DU	Debub	Al Janūbī
GB	Gash-Barka	Qāsh-Barkah
MA	Maekel	Al Awsaţ
SK	Northern Red Sea	Shimālī al Baḩrī al Aḩmar`,
  ES: `A	Alicante	Alacant
AB	Albacete
AL	Almería
AV	Ávila
B	Barcelona
BA	Badajoz
BI	Bizkaia	Biscay	Vizcaya
BU	Burgos
C	A Coruña	La Coruña
CA	Cádiz
CC	Cáceres
CE	Ceuta
CO	Córdoba
CR	Ciudad Real
CS	Castellón	Castelló
CU	Cuenca
GC	Las Palmas
GI	Girona	Gerona
GR	Granada
GU	Guadalajara
H	Huelva
HU	Huesca
J	Jaén
L	Lleida	Lérida
LE	León
LO	La Rioja	La Rioja Province
LU	Lugo
M	Madrid	Madrid Province
MA	Málaga
ML	Melilla
MU	Murcia
NA	Navarra
O	Asturias	Asturias Province
OR	Ourense	Orense
P	Palencia
PM	Illes Balears	Balears Province	Baleares	Islas Baleares
PO	Pontevedra
S	Cantabria	Cantabria Province
SA	Salamanca
SE	Sevilla	Seville
SG	Segovia
SO	Soria
SS	Gipuzkoa	Guipúzcoa
T	Tarragona
TE	Teruel
TF	Santa Cruz de Tenerife	Tenerife
TO	Toledo
V	Valencia
VA	Valladolid
VI	Álava	Araba
Z	Zaragoza
ZA	Zamora
+AN	Andalucía	Andalusia
+AR	Aragón
+AS	Principado de Asturias	Asturias, Principado de	Asturias
+CB	Cantabria
+CL	Castilla y León	Castile and León
+CM	Castilla-La Mancha	Castile-La Mancha
+CN	Canarias	Canary Islands
+CT	Catalunya	Catalonia	Cataluña
+EX	Extremadura
+GA	Galicia
+IB	Illes Balears	Balearic Islands
+MC	Región de Murcia	Murcia, Región de	Murcia Region
+MD	Comunidad de Madrid	Madrid, Comunidad de	Madrid Autonomous Community
+NC	Comunidad Foral de Navarra	Navarra, Comunidad Foral de	Navarra Chartered Community
+PV	País Vasco	Basque Country	Euskadi
+RI	La Rioja
+VC	Comunidad Valenciana	Valenciana, Comunidad	Valencian Community	Comunitat Valenciana`,
  ET: `AA	Addis Ababa	Ādīs Ābeba
AF	Afar
AM	Amhara	Āmara
BE	Benishangul-Gumuz	Bīnshangul Gumuz
DD	Dire Dawa
GA	Gambela	Gambēla Hizboch
HA	Harari	Hārerī Hizb
OR	Oromia	Oromīya
SI	Sidama
SN	Southern Nations, Nationalities, and Peoples	YeDebub Bihēroch Bihēreseboch na Hizboch	Southern Nations	Nationalities	and Peoples
SO	Somali	Sumalē
SW	Southwest Ethiopia Peoples	YeDebub M‘irab Ītyop’iya Hizboch
TI	Tigray`,
  FI: `01	Ahvenanmaan maakunta
02	Etelä-Karjala	South Karelia
03	Etelä-Pohjanmaa	Southern Ostrobothnia
04	Etelä-Savo	Southern Savonia
05	Kainuu
06	Kanta-Häme	Tavastia Proper
07	Keski-Pohjanmaa	Central Ostrobothnia
08	Keski-Suomi	Central Finland
09	Kymenlaakso
10	Lappi	Lapland
11	Pirkanmaa
12	Pohjanmaa	Ostrobothnia
13	Pohjois-Karjala	North Karelia
14	Pohjois-Pohjanmaa	Northern Ostrobothnia
15	Pohjois-Savo	Northern Savonia
16	Päijät-Häme	Päijänne Tavastia
17	Satakunta
18	Uusimaa	Helsinki
19	Varsinais-Suomi	Southwest Finland`,
  FJ: `01	Ba
02	Bua
03	Cakaudrove
04	Kadavu
05	Lau
06	Lomaiviti
07	Macuata
08	Nadroga and Navosa	Nadroga-Navosa
09	Naitasiri
10	Namosi
11	Ra
12	Rewa
13	Serua
14	Tailevu
R	Rotuma
+C	Central
+E	Eastern
+N	Northern
+W	Western`,
  FM: `KSA	Kosrae
PNI	Pohnpei
TRK	Chuuk
YAP	Yap`,
  FR: `01	Ain
02	Aisne
03	Allier
04	Alpes-de-Haute-Provence
05	Hautes-Alpes
06	Alpes-Maritimes
07	Ardèche
08	Ardennes
09	Ariège
10	Aube
11	Aude
12	Aveyron
13	Bouches-du-Rhône
14	Calvados
15	Cantal
16	Charente
17	Charente-Maritime
18	Cher
19	Corrèze
21	Côte-d'Or
22	Côtes-d'Armor
23	Creuse
24	Dordogne
25	Doubs
26	Drôme
27	Eure
28	Eure-et-Loir
29	Finistère
2A	Corse-du-Sud
2B	Haute-Corse
30	Gard
31	Haute-Garonne
32	Gers
33	Gironde
34	Hérault
35	Ille-et-Vilaine
36	Indre
37	Indre-et-Loire
38	Isère
39	Jura
40	Landes
41	Loir-et-Cher
42	Loire
43	Haute-Loire
44	Loire-Atlantique
45	Loiret
46	Lot
47	Lot-et-Garonne
48	Lozère
49	Maine-et-Loire
50	Manche
51	Marne
52	Haute-Marne
53	Mayenne
54	Meurthe-et-Moselle
55	Meuse
56	Morbihan
57	Moselle
58	Nièvre
59	Nord
60	Oise
61	Orne
62	Pas-de-Calais
63	Puy-de-Dôme
64	Pyrénées-Atlantiques
65	Hautes-Pyrénées
66	Pyrénées-Orientales
67	Bas-Rhin
68	Haut-Rhin
69	Rhône
69M	Métropole de Lyon
6AE	Alsace
70	Haute-Saône
71	Saône-et-Loire
72	Sarthe
73	Savoie
74	Haute-Savoie
75C,75	Paris
76	Seine-Maritime
77	Seine-et-Marne
78	Yvelines
79	Deux-Sèvres
80	Somme
81	Tarn
82	Tarn-et-Garonne
83	Var
84	Vaucluse
85	Vendée
86	Vienne
87	Haute-Vienne
88	Vosges
89	Yonne
90	Territoire de Belfort
91	Essonne
92	Hauts-de-Seine
93	Seine-Saint-Denis
94	Val-de-Marne
95	Val-d'Oise
971	Guadeloupe
972	Martinique
973	Guyane (française)
974	La Réunion	Réunion
976	Mayotte
BL	Saint-Barthélemy
CP	Clipperton
MF	Saint-Martin
NC	Nouvelle-Calédonie
PF	Polynésie française
PM	Saint-Pierre-et-Miquelon
TF	Terres australes françaises
WF	Wallis-et-Futuna
+20R	Corse	Corsica
+ARA	Auvergne-Rhône-Alpes
+BFC	Bourgogne-Franche-Comté	Burgundy-Franche-Comté
+BRE	Bretagne	Brittany
+CVL	Centre-Val de Loire
+GES	Grand Est
+HDF	Hauts-de-France
+IDF	Île-de-France
+NAQ	Nouvelle-Aquitaine
+NOR	Normandie	Normandy
+OCC	Occitanie
+PAC	Provence-Alpes-Côte-d’Azur	PACA
+PDL	Pays-de-la-Loire`,
  GA: `1	Estuaire
2	Haut-Ogooué
3	Moyen-Ogooué
4	Ngounié
5	Nyanga
6	Ogooué-Ivindo
7	Ogooué-Lolo
8	Ogooué-Maritime
9	Woleu-Ntem`,
  GD: `01	Saint Andrew
02	Saint David
03	Saint George
04	Saint John
05	Saint Mark
06	Saint Patrick
10	Southern Grenadine Islands	Carriacou and Petite Martinique`,
  GE: `AB	Abkhazia
AJ	Adjara
GU	Guria
IM	Imereti
KA	Kakheti
KK	Kvemo Kartli
MM	Mtskheta-Mtianeti
RL	Racha-Lechkhumi and Kvemo Svaneti	Rach'a-Lechkhumi-Kvemo Svaneti
SJ	Samtskhe-Javakheti
SK	Shida Kartli
SZ	Samegrelo-Zemo Svaneti
TB	Tbilisi`,
  GH: `AA	Greater Accra
AF	Ahafo
AH	Ashanti
BE	Bono East
BO	Bono
CP	Central
EP	Eastern
NE	North East
NP	Northern
OT	Oti
SV	Savannah
TV	Volta
UE	Upper East
UW	Upper West
WN	Western North
WP	Western`,
  GL: `AV	Avannaata Kommunia
KU	Kommune Kujalleq	Kujalleq
QE	Qeqqata Kommunia	Qeqqata
QT	Kommune Qeqertalik
SM	Kommuneqarfik Sermersooq	Sermersooq`,
  GM: `B	Banjul
L	Lower River	Lower River Division
M	Central River	Central River Division
N	North Bank	North Bank Division
U	Upper River	Upper River Division
W	Western	West Coast Division`,
  GN: `BE	Beyla
BF	Boffa
BK	Boké
C	Conakry
CO	Coyah
DB	Dabola
DI	Dinguiraye
DL	Dalaba
DU	Dubréka
FA	Faranah
FO	Forécariah
FR	Fria
GA	Gaoual
GU	Guékédou	Guéckédou
KA	Kankan
KB	Koubia
KD	Kindia
KE	Kérouané
KN	Koundara
KO	Kouroussa
KS	Kissidougou
LA	Labé
LE	Lélouma
LO	Lola
MC	Macenta
MD	Mandiana
ML	Mali
MM	Mamou
NZ	Nzérékoré
PI	Pita
SI	Siguiri
TE	Télimélé
TO	Tougué
YO	Yomou
+B	Boké	Boké Region
+D	Kindia	Kindia Region
+F	Faranah	Faranah Region
+K	Kankan	Kankan Region
+L	Labé	Labé Region
+M	Mamou	Mamou Region
+N	Nzérékoré	Nzérékoré Region`,
  GQ: `AN	Annobón
BN	Bioko Norte
BS	Bioko Sur
CS	Centro Sur
DJ	Djibloho
KN	Kié-Ntem
LI	Litoral
WN	Wele-Nzas
+C	Región Continental	Río Muni
+I	Región Insular	Insular`,
  GR: `69	Mount Athos	Ágion Óros
A	East Macedonia and Thrace	Anatolikí Makedonía kai
B	Central Macedonia	Kentrikí Makedonía
C	West Macedonia	Dytikí Makedonía
D	Epirus	Ípeiros
E	Thessaly	Thessalía
F	Ionian Islands	Ionía Nísia
G	West Greece	Dytikí Elláda
H	Central Greece	Stereá Elláda
I	Attica	Attikí	Athens
J	Peloponnese	Pelopónnisos
K	North Aegean	Vóreio Aigaío
L	South Aegean	Nótio Aigaío
M	Crete	Kríti`,
  GT: `01	Guatemala
02	El Progreso
03	Sacatepéquez
04	Chimaltenango
05	Escuintla
06	Santa Rosa
07	Sololá
08	Totonicapán
09	Quetzaltenango
10	Suchitepéquez
11	Retalhuleu
12	San Marcos
13	Huehuetenango
14	Quiché
15	Baja Verapaz
16	Alta Verapaz
17	Petén
18	Izabal
19	Zacapa
20	Chiquimula
21	Jalapa
22	Jutiapa`,
  GW: `BA	Bafatá
BL	Bolama / Bijagós	Bolama	Bijagós
BM	Biombo
BS	Bissau
CA	Cacheu
GA	Gabú
OI	Oio
QU	Quinara
TO	Tombali
+L	Leste
+N	Norte
+S	Sul`,
  GY: `BA	Barima-Waini
CU	Cuyuni-Mazaruni
DE	Demerara-Mahaica
EB	East Berbice-Corentyne
ES	Essequibo Islands-West Demerara
MA	Mahaica-Berbice
PM	Pomeroon-Supenaam
PT	Potaro-Siparuni
UD	Upper Demerara-Berbice
UT	Upper Takutu-Upper Essequibo`,
  HN: `AT	Atlántida
CH	Choluteca
CL	Colón
CM	Comayagua
CP	Copán
CR	Cortés
EP	El Paraíso
FM	Francisco Morazán
GD	Gracias a Dios
IB	Islas de la Bahía	Bay Islands
IN	Intibucá
LE	Lempira
LP	La Paz
OC	Ocotepeque
OL	Olancho
SB	Santa Bárbara
VA	Valle
YO	Yoro`,
  HR: `01	Zagrebačka županija	Zagreb County
02	Krapinsko-zagorska županija	Krapina-Zagorje
03	Sisačko-moslavačka županija	Sisak-Moslavina
04	Karlovačka županija	Karlovac
05	Varaždinska županija	Varaždin
06	Koprivničko-križevačka županija	Koprivnica-Križevci
07	Bjelovarsko-bilogorska županija	Bjelovar-Bilogora
08	Primorsko-goranska županija	Primorje-Gorski Kotar
09	Ličko-senjska županija	Lika-Senj
10	Virovitičko-podravska županija	Virovitica-Podravina
11	Požeško-slavonska županija	Požega-Slavonia
12	Brodsko-posavska županija	Brod-Posavina
13	Zadarska županija	Zadar
14	Osječko-baranjska županija	Osijek-Baranja
15	Šibensko-kninska županija	Šibenik-Knin
16	Vukovarsko-srijemska županija	Vukovar-Syrmia
17	Splitsko-dalmatinska županija	Split-Dalmatia
18	Istarska županija	Istria
19	Dubrovačko-neretvanska županija	Dubrovnik-Neretva
20	Međimurska županija	Međimurje
21	Grad Zagreb	Zagreb`,
  HT: `AR	Artibonite
CE	Centre
GA	Grande’Anse	Grand’Anse
ND	Nord
NE	Nord-Est
NI	Nippes
NO	Nord-Ouest
OU	Ouest
SD	Sud
SE	Sud-Est`,
  HU: `BA	Baranya
BC	Békéscsaba
BE	Békés
BK	Bács-Kiskun
BU	Budapest
BZ	Borsod-Abaúj-Zemplén
CS	Csongrád-Csanád	Csongrád
DE	Debrecen
DU	Dunaújváros
EG	Eger
ER	Érd
FE	Fejér
GS	Győr-Moson-Sopron
GY	Győr
HB	Hajdú-Bihar
HE	Heves
HV	Hódmezővásárhely
JN	Jász-Nagykun-Szolnok
KE	Komárom-Esztergom
KM	Kecskemét
KV	Kaposvár
MI	Miskolc
NK	Nagykanizsa
NO	Nógrád
NY	Nyíregyháza
PE	Pest
PS	Pécs
SD	Szeged
SF	Székesfehérvár
SH	Szombathely
SK	Szolnok
SN	Sopron
SO	Somogy
SS	Szekszárd
ST	Salgótarján
SZ	Szabolcs-Szatmár-Bereg
TB	Tatabánya
TO	Tolna
VA	Vas
VE	Veszprém County
VM	Veszprém
ZA	Zala
ZE	Zalaegerszeg`,
  ID: `AC	Aceh
BA	Bali
BB	Kepulauan Bangka Belitung	Bangka–Belitung Islands
BE	Bengkulu
BT	Banten
GO	Gorontalo
JA	Jambi
JB	Jawa Barat	West Java
JI	Jawa Timur	East Java
JK	Jakarta Raya	Jakarta
JT	Jawa Tengah	Central Java
KB	Kalimantan Barat	West Kalimantan
KI	Kalimantan Timur	East Kalimantan
KR	Kepulauan Riau	Riau Islands
KS	Kalimantan Selatan	South Kalimantan
KT	Kalimantan Tengah	Central Kalimantan
KU	Kalimantan Utara	North Kalimantan
LA	Lampung
MA	Maluku
MU	Maluku Utara	North Maluku
NB	Nusa Tenggara Barat	West Nusa Tenggara
NT	Nusa Tenggara Timur	East Nusa Tenggara
PA	Papua
PB	Papua Barat	West Papua
PD	Papua Barat Daya
PE	Papua Pengunungan
PS	Papua Selatan
PT	Papua Tengah
RI	Riau
SA	Sulawesi Utara	North Sulawesi
SB	Sumatera Barat	West Sumatra
SG	Sulawesi Tenggara	Southeast Sulawesi
SN	Sulawesi Selatan	South Sulawesi
SR	Sulawesi Barat	West Sulawesi
SS	Sumatera Selatan	South Sumatra
ST	Sulawesi Tengah	Central Sulawesi
SU	Sumatera Utara	North Sumatra
YO	Yogyakarta
+JW	Jawa	Java
+KA	Kalimantan
+ML	Maluku	Maluku Islands
+NU	Nusa Tenggara	Lesser Sunda Islands
+PP	Papua	Papua Islands
+SL	Sulawesi
+SM	Sumatera	Sumatra`,
  IE: `CE	Clare
CN	Cavan
CO	Cork
CW	Carlow
D	Dublin	County Dublin	Co. Dublin	Co Dublin
DL	Donegal
G	Galway
KE	Kildare
KK	Kilkenny
KY	Kerry
LD	Longford
LH	Louth
LK	Limerick
LM	Leitrim
LS	Laois
MH	Meath
MN	Monaghan
MO	Mayo
OY	Offaly
RN	Roscommon
SO	Sligo
TA	Tipperary
WD	Waterford
WH	Westmeath
WW	Wicklow
WX	Wexford
+C	Connaught	Connacht
+L	Leinster
+M	Munster
+U	Ulster`,
  IL: `D	Southern District	HaDarom
HA	Haifa District	H̱efa
JM	Jerusalem	Yerushalayim
M	Central District	HaMerkaz
TA	Tel Aviv District	Tel Aviv
Z	Northern District	HaTsafon`,
  IN: `AN	Andaman and Nicobar Islands
AP	Andhra Pradesh
AR	Arunachal Pradesh
AS	Assam
BR	Bihar
CG	Chhattīsgarh
CH	Chandigarh
DH	Dādra and Nagar Haveli and Damān and Diu
DL	Delhi	New Delhi
GA	Goa
GJ	Gujarat
HP	Himachal Pradesh
HR	Haryana
JH	Jharkhand
JK	Jammu and Kashmir
KA	Karnataka
KL	Kerala
LA	Ladakh
LD	Lakshadweep
MH	Maharashtra
ML	Meghalaya
MN	Manipur
MP	Madhya Pradesh
MZ	Mizoram
NL	Nagaland
OD	Odisha
PB	Punjab
PY	Puducherry	Puducherry (Pondicherry)
RJ	Rajasthan
SK	Sikkim
TN	Tamil Nadu
TR	Tripura
TS	Telangāna
UK	Uttarākhand
UP	Uttar Pradesh
WB	West Bengal`,
  IQ: `AN	Al Anbar
AR	Erbil	Arbīl
BA	Basra	Al Başrah
BB	Babylon	Bābil
BG	Baghdad
DA	Dohuk	Dahūk
DI	Diyala
DQ	Dhi Qar
KA	Karbala
KI	Kirkuk
MA	Maysan
MU	Al Muthanna
NA	Najaf	An Najaf
NI	Nineveh	Nīnawá
QA	Al-Qādisiyyah	Al Qādisīyah
SD	Saladin	Şalāḩ ad Dīn
SU	Sulaymaniyah	As Sulaymānīyah
WA	Wasit
+KR	Kurdistan	Iqlīm Kūrdistān`,
  IR: `00	Markazī
01	Gīlān
02	Māzandarān
03	Āz̄ārbāyjān-e Shārqī
04	Āz̄ārbāyjān-e Ghārbī
05	Kermānshāh
06	Khūzestān
07	Fārs
08	Kermān
09	Khorāsān-e Raẕavī
10	Eşfahān
11	Sīstān va Balūchestān
12	Kordestān
13	Hamadān
14	Chahār Maḩāl va Bakhtīārī
15	Lorestān
16	Īlām
17	Kohgīlūyeh va Bowyer Aḩmad
18	Būshehr
19	Zanjān
20	Semnān
21	Yazd
22	Hormozgān
23	Tehrān
24	Ardabīl
25	Qom
26	Qazvīn
27	Golestān
28	Khorāsān-e Shomālī
29	Khorāsān-e Jonūbī
30	Alborz`,
  IS: `1	Höfuðborgarsvæði	Capital
2	Suðurnes	Southern Peninsula
3	Vesturland	Western
4	Vestfirðir	Westfjords
5	Norðurland vestra	Northwestern
6	Norðurland eystra	Northeastern
7	Austurland	Eastern
8	Suðurland	Southern`,
  IT: `23,AO	Valle d'Aosta, Vallée d'Aoste	Aosta Valley	Valle d'Aosta	Vallée d'Aoste	Aosta
AG	Agrigento
AL	Alessandria
AN	Ancona
AP	Ascoli Piceno	Ascoli
AQ	L'Aquila
AR	Arezzo
AT	Asti
AV	Avellino
BA	Bari
BG	Bergamo
BI	Biella
BL	Belluno
BN	Benevento
BO	Bologna
BR	Brindisi
BS	Brescia
BT	Barletta-Andria-Trani	Barletta	Andria	Trani
BZ	Bolzano, Bozen	South Tyrol	Bolzano	Bozen	Alto Adige	Südtirol
CA	Cagliari
CB	Campobasso
CE	Caserta
CH	Chieti
CL	Caltanissetta
CN	Cuneo
CO	Como
CR	Cremona
CS	Cosenza
CT	Catania
CZ	Catanzaro
EN	Enna
FC	Forlì-Cesena	Forlì	Cesena
FE	Ferrara
FG	Foggia
FI	Firenze	Florence
FM	Fermo
FR	Frosinone
GE	Genova	Genoa
GO	Gorizia
GR	Grosseto
IM	Imperia
IS	Isernia
KR	Crotone
LC	Lecco
LE	Lecce
LI	Livorno
LO	Lodi
LT	Latina
LU	Lucca
MB	Monza e Brianza	Monza and Brianza	Monza	Monza Brianza	Monza e della Brianza
MC	Macerata
ME	Messina
MI	Milano	Milan
MN	Mantova	Mantua
MO	Modena
MS	Massa-Carrara	Massa and Carrara	Massa	Carrara
MT	Matera
NA	Napoli	Naples
NO	Novara
NU	Nuoro
OR	Oristano
PA	Palermo
PC	Piacenza
PD	Padova	Padua
PE	Pescara
PG	Perugia
PI	Pisa
PN	Pordenone
PO	Prato
PR	Parma
PT	Pistoia
PU	Pesaro e Urbino	Pesaro and Urbino	Pesaro	Urbino	Pesaro Urbino
PV	Pavia
PZ	Potenza
RA	Ravenna
RC	Reggio Calabria	Reggio di Calabria
RE	Reggio Emilia	Reggio nell'Emilia
RG	Ragusa
RI	Rieti
RM	Roma	Rome	Roma Capitale
RN	Rimini
RO	Rovigo
SA	Salerno
SI	Siena
SO	Sondrio
SP	La Spezia
SR	Siracusa	Syracuse
SS	Sassari
SU	Sud Sardegna
SV	Savona
TA	Taranto
TE	Teramo
TN	Trento	Trentino
TO	Torino	Turin
TP	Trapani
TR	Terni
TS	Trieste
TV	Treviso
UD	Udine
VA	Varese
VB	Verbano-Cusio-Ossola	Verbania
VC	Vercelli
VE	Venezia	Venice
VI	Vicenza
VR	Verona
VT	Viterbo
VV	Vibo Valentia	Vibo
+21	Piemonte	Piedmont
+25	Lombardia	Lombardy
+32	Trentino-Alto Adige, Trentino-Südtirol	Trentino-South Tyrol	Trentino-Alto Adige	Trentino-Südtirol
+34	Veneto
+36	Friuli Venezia Giulia
+42	Liguria
+45	Emilia-Romagna
+52	Toscana	Tuscany
+55	Umbria
+57	Marche
+62	Lazio
+65	Abruzzo
+67	Molise
+72	Campania
+75	Puglia	Apulia
+77	Basilicata
+78	Calabria
+82	Sicilia	Sicily
+88	Sardegna	Sardinia`,
  JM: `01	Kingston
02	Saint Andrew
03	Saint Thomas
04	Portland
05	Saint Mary
06	Saint Ann
07	Trelawny
08	Saint James
09	Hanover
10	Westmoreland
11	Saint Elizabeth
12	Manchester
13	Clarendon
14	Saint Catherine`,
  JO: `AJ	Ajloun	‘Ajlūn
AM	Amman	Al ‘A̅şimah
AQ	Aqaba	Al ‘Aqabah
AT	Tafilah	Aţ Ţafīlah
AZ	Zarqa	Az Zarqā’
BA	Balqa	Al Balqā’
IR	Irbid
JA	Jerash	Jarash
KA	Karak	Al Karak
MA	Mafraq	Al Mafraq
MD	Madaba
MN	Ma’an`,
  JP: `01	Hokkaidō
02	Aomori
03	Iwate
04	Miyagi
05	Akita
06	Yamagata
07	Fukushima	Hukusima
08	Ibaraki
09	Tochigi	Totigi
10	Gunma
11	Saitama
12	Chiba	Tiba
13	Tokyo
14	Kanagawa
15	Niigata
16	Toyama
17	Ishikawa	Isikawa
18	Fukui	Hukui
19	Yamanashi	Yamanasi
20	Nagano
21	Gifu	Gihu
22	Shizuoka	Sizuoka
23	Aichi	Aiti
24	Mie
25	Shiga	Siga
26	Kyōto
27	Ōsaka
28	Hyōgo
29	Nara
30	Wakayama
31	Tottori
32	Shimane	Simane
33	Okayama
34	Hiroshima	Hirosima
35	Yamaguchi	Yamaguti
36	Tokushima	Tokusima
37	Kagawa
38	Ehime
39	Kōchi	Kôti
40	Fukuoka	Hukuoka
41	Saga
42	Nagasaki
43	Kumamoto
44	Ōita
45	Miyazaki
46	Kagoshima	Kagosima
47	Okinawa`,
  KE: `01	Baringo
02	Bomet
03	Bungoma
04	Busia
05	Elgeyo/Marakwet	Elgeyo-Marakwet	Elgeyo	Marakwet
06	Embu
07	Garissa
08	Homa Bay
09	Isiolo
10	Kajiado
11	Kakamega
12	Kericho
13	Kiambu
14	Kilifi
15	Kirinyaga
16	Kisii
17	Kisumu
18	Kitui
19	Kwale
20	Laikipia
21	Lamu
22	Machakos
23	Makueni
24	Mandera
25	Marsabit
26	Meru
27	Migori
28	Mombasa
29	Murang'a
30	Nairobi City	Nairobi County
31	Nakuru
32	Nandi
33	Narok
34	Nyamira
35	Nyandarua
36	Nyeri
37	Samburu
38	Siaya
39	Taita/Taveta	Taita-Taveta	Taita	Taveta
40	Tana River
41	Tharaka-Nithi
42	Trans Nzoia
43	Turkana
44	Uasin Gishu
45	Vihiga
46	Wajir
47	West Pokot`,
  KG: `B	Batken
C	Chuy
GB	Bishkek	Bishkek Shaary
GO	Osh	Osh Shaary
J	Jalal-Abad
N	Naryn
O	Osh Region
T	Talas
Y	Issyk-Kul	Ysyk-Köl`,
  KH: `1	Banteay Meanchey	Banteay Mean Choăy
10	Kratié	Kracheh
11	Mondulkiri	Mondol Kiri
12	Phnom Penh
13	Preah Vihear
14	Prey Veng	Prey Veaeng
15	Pursat	Pousaat
16	Ratanakiri	Rotanak Kiri
17	Siem Reap	Siem Reab
18	Sihanoukville	Preah Sihanouk
19	Stung Treng	Stueng Traeng
2	Battambang	Baat Dambang
20	Svay Rieng	Svaay Rieng
21	Takéo	Taakaev
22	Oddar Meanchey	Otdar Mean Chey
23	Kep	Kaeb
24	Pailin
25	Tbong Khmum
3	Kampong Cham	Kampong Chaam
4	Kampong Chhnang
5	Kampong Speu	Kampong Spueu
6	Kampong Thom	Kampong Thum
7	Kampot
8	Kandal	Kandaal
9	Koh Kong	Kaoh Kong`,
  KI: `G	Gilbert Islands
L	Line Islands
P	Phoenix Islands`,
  KM: `A	Anjouan
G	Grande Comore
M	Mohéli`,
  KN: `01	Christ Church Nichola Town
02	Saint Anne Sandy Point
03	Saint George Basseterre
04	Saint George Gingerland
05	Saint James Windward
06	Saint John Capisterre
07	Saint John Figtree
08	Saint Mary Cayon
09	Saint Paul Capisterre
10	Saint Paul Charlestown
11	Saint Peter Basseterre
12	Saint Thomas Lowland
13	Saint Thomas Middle Island
15	Trinity Palmetto Point
+K	Saint Kitts
+N	Nevis`,
  KP: `01	Pyongyang
02	South Pyongan	P'yǒngan-namdo
03	North Pyongan	P'yǒngan-bukto
04	Chagang	Chagang-do
05	South Hwanghae	Hwanghae-namdo
06	North Hwanghae	Hwanghae-bukto
07	Kangwon	Kangwǒn-do
08	South Hamgyong	Hamgyǒng-namdo
09	North Hamgyong	Hamgyǒng-bukto
10	Ryanggang	Ryanggang-do
13	Rason
14	Nampho	Namp’o
15	Kaeseong	Kaesŏng`,
  KR: `11	Seoul	Seoul-teukbyeolsi
26	Busan	Busan-gwangyeoksi
27	Daegu	Daegu-gwangyeoksi
28	Incheon	Incheon-gwangyeoksi
29	Gwangju City	Gwangju-gwangyeoksi
30	Daejeon	Daejeon-gwangyeoksi
31	Ulsan	Ulsan-gwangyeoksi
41	Gyeonggi	Gyeonggi-do
42	Gangwon	Gangwon-teukbyeoljachido
43	North Chungcheong	Chungcheongbuk-do
44	South Chungcheong	Chungcheongnam-do
45	North Jeolla	Jeollabuk-do
46	South Jeolla	Jeollanam-do
47	North Gyeongsang	Gyeongsangbuk-do
48	South Gyeongsang	Gyeongsangnam-do
49	Jeju	Jeju-teukbyeoljachido
50	Sejong`,
  KW: `AH	Al Ahmadi
FA	Al Farwaniyah
HA	Hawalli
JA	Al Jahra
KU	Al Asimah
MU	Mubarak Al-Kabeer	Mubārak al Kabīr
+KWT	Kuwait	Koweït	الكويت`,
  KZ: `10	Abay oblysy	Abay
11	Aqmola oblysy
15	Aqtöbe oblysy
19	Almaty oblysy
23	Atyraū oblysy	Atyraū
27	Batys Qazaqstan oblysy
31	Zhambyl oblysy
33	Zhetisū oblysy
35	Qaraghandy oblysy
39	Qostanay oblysy
43	Qyzylorda oblysy
47	Mangghystaū oblysy
55	Pavlodar oblysy
59	Soltüstik Qazaqstan oblysy
61	Türkistan oblysy
62	Ulytaū oblysy	Ulytaū
63	Shyghys Qazaqstan oblysy
71	Astana
75	Almaty
79	Shymkent`,
  LA: `AT	Attapeu	Attapu
BK	Bokeo
BL	Bolikhamsai	Bolikhamxai
CH	Champasak
HO	Houaphanh	Houaphan
KH	Khammouane	Khammouan
LM	Luang Namtha	Louang Namtha
LP	Luang Prabang	Louangphabang
OU	Oudomxay	Oudômxai
PH	Phongsaly	Phôngsali
SL	Salavan
SV	Savannakhet
VI	Vientiane Province
VT	Vientiane
XA	Sainyabuli	Xaignabouli
XE	Sekong	Xékong
XI	Xiangkhouang
XS	Xaisomboun`,
  LB: `AK	Akkar	Aakkâr
AS	North	Liban-Nord
BA	Beirut	Beyrouth
BH	Baalbek-Hermel
BI	Beqaa
JA	South	Liban-Sud
JL	Mount Lebanon	Mont-Liban
NA	Nabatieh	Nabatîyé`,
  LC: `01	Anse la Raye
02	Castries
03	Choiseul
05	Dennery
06	Gros Islet
07	Laborie
08	Micoud
10	Soufrière
11	Vieux Fort
12	Canaries`,
  LI: `01	Balzers
02	Eschen
03	Gamprin
04	Mauren
05	Planken
06	Ruggell
07	Schaan
08	Schellenberg
09	Triesen
10	Triesenberg
11	Vaduz
+LIE	Liechtenstein`,
  LK: `11	Colombo	Kŏḷamba
12	Gampaha
13	Kalutara
21	Kandy	Mahanuvara
22	Matale
23	Nuwara Eliya	Nuvara Ĕliya
31	Galle	Gālla
32	Matara
33	Hambantota
41	Jaffna	Yāpanaya
42	Kilinochchi
43	Mannar	Mannārama
44	Vavuniya	Vavuniyāva
45	Mullaitivu	Mulativ
51	Batticaloa	Maḍakalapuva
52	Ampara
53	Trincomalee	Trikuṇāmalaya
61	Kurunegala	Kuruṇægala
62	Puttalam	Puttalama
71	Anuradhapura
72	Polonnaruwa	Pŏḷŏnnaruva
81	Badulla
82	Moneragala	Mŏṇarāgala
91	Ratnapura
92	Kegalle	Kægalla
+1	Western	Basnāhira paḷāta
+2	Central	Madhyama paḷāta
+3	Southern	Dakuṇu paḷāta
+4	Northern	Uturu paḷāta
+5	Eastern	Næ̆gĕnahira paḷāta
+6	North Western	Vayamba paḷāta
+7	North Central	Uturumæ̆da paḷāta
+8	Uva	Ūva paḷāta
+9	Sabaragamuwa	Sabaragamuva paḷāta`,
  LR: `BG	Bong
BM	Bomi
CM	Grand Cape Mount
GB	Grand Bassa
GG	Grand Gedeh
GK	Grand Kru
GP	Gbarpolu
LO	Lofa
MG	Margibi
MO	Montserrado
MY	Maryland
NI	Nimba
RG	River Gee
RI	River Cess	Rivercess
SI	Sinoe`,
  LS: `A	Maseru
B	Botha-Bothe	Butha-Buthe
C	Leribe
D	Berea
E	Mafeteng
F	Mohale's Hoek
G	Quthing
H	Qacha's Nek
J	Mokhotlong
K	Thaba-Tseka`,
  LT: `AL	Alytaus apskritis	Alytus County
KL	Klaipėdos apskritis	Klaipėda County
KU	Kauno apskritis	Kaunas County
MR	Marijampolės apskritis	Marijampolė County
PN	Panevėžio apskritis	Panevėžys County
SA	Šiaulių apskritis	Šiauliai County
TA	Tauragės apskritis	Tauragė County
TE	Telšių apskritis	Telšiai County
UT	Utenos apskritis	Utena County
VL	Vilniaus apskritis	Vilnius County`,
  LU: `CA	Capellen
CL	Clervaux
DI	Diekirch
EC	Echternach
ES	Esch-sur-Alzette
GR	Grevenmacher
LU	Luxembourg
ME	Mersch
RD	Redange
RM	Remich
VD	Vianden
WI	Wiltz`,
  LV: `002	Aizkraukles novads	Aizkraukle
007	Alūksnes novads	Alūksne
011	Ādažu novads	Ādaži
015	Balvu novads	Balvi
016	Bauskas novads	Bauska
022	Cēsu novads	Cēsis
026	Dobeles novads	Dobele
033	Gulbenes novads	Gulbene
041	Jelgavas novads	Jelgava Municipality
042	Jēkabpils novads	Jēkabpils Municipality
047	Krāslavas novads	Krāslava
050	Kuldīgas novads	Kuldīga
052	Ķekavas novads	Ķekava
054	Limbažu novads	Limbaži
056	Līvānu novads	Līvāni
058	Ludzas novads	Ludza
059	Madonas novads	Madona
062	Mārupes novads	Mārupe
067	Ogres novads	Ogre
068	Olaines novads	Olaine
073	Preiļu novads	Preiļi
077	Rēzeknes novads	Rēzekne Municipality
080	Ropažu novads	Ropaži
087	Salaspils novads	Salaspils
088	Saldus novads	Saldus
089	Saulkrastu novads	Saulkrasti
091	Siguldas novads	Sigulda
094	Smiltenes novads	Smiltene
097	Talsu novads	Talsi
099	Tukuma novads	Tukums
101	Valkas novads	Valka
102	Varakļānu novads	Varakļāni
106	Ventspils novads	Ventspils Municipality
111	Augšdaugavas novads
112	Dienvidkurzemes Novads
113	Valmieras Novads
DGV	Daugavpils
JEL	Jelgava
JUR	Jūrmala
LPX	Liepāja
REZ	Rēzekne
RIX	Rīga
VEN	Ventspils`,
  LY: `BA	Benghazi	Banghāzī
BU	Butnan	Al Buţnān
DR	Derna	Darnah
GT	Ghat
JA	Jabal al Akhdar	Al Jabal al Akhḑar
JG	Jabal al Gharbi	Al Jabal al Gharbī
JI	Jafara	Al Jafārah
JU	Jufra	Al Jufrah
KF	Kufra	Al Kufrah
MB	Murqub	Al Marqab
MI	Misrata	Mişrātah
MJ	Marj	Al Marj
MQ	Murzuq
NL	Nalut
NQ	Nuqat al Khams	An Nuqāţ al Khams
SB	Sabha
SR	Sirte	Surt
TB	Tripoli	Ţarābulus
WA	Al Wahat
WD	Wadi al Hayaa	Wādī al Ḩayāt
WS	Wadi al Shatii	Wādī ash Shāţi’
ZA	Zawiya	Az Zāwiyah`,
  MA: `AGD	Agadir-Ida Ou Tanane
AOU	Aousserd	Aousserd (EH)
ASZ	Assa-Zag	Assa-Zag (EH-partial)
AZI	Azilal
BEM	Béni-Mellal
BER	Berkane
BES	Ben Slimane	Benslimane
BOD	Boujdour	Boujdour (EH)
BOM	Boulemane
BRR	Berrechid
CAS	Casablanca
CHE	Chefchaouen
CHI	Chichaoua
CHT	Chtouka Aït Baha
DRI	Driouch
ERR	Errachidia
ESI	Essaouira
ESM	Es Semara	Es-Semara (EH-partial)
FAH	Fahs-Beni Makada	Fahs-Anjra
FES	Fès-Dar-Dbibegh	Fès
FIG	Figuig
FQH	Fquih Ben Salah
GUE	Guelmim
GUF	Guercif
HAJ	El Hajeb
HAO	Al Haouz
HOC	Al Hoceïma
IFR	Ifrane
INE	Inezgane-Aït Melloul
JDI	El Jadida
JRA	Jerada
KEN	Kénitra
KES	Kelaat Sraghna	El Kelâa des Sraghna
KHE	Khemisset
KHN	Khénifra
KHO	Khouribga
LAA	Laâyoune	Laâyoune (EH)
LAR	Larache
MAR	Marrakech
MDF	M’diq-Fnideq
MED	Médiouna
MEK	Meknès
MID	Midelt
MOH	Mohammedia	Mohammadia
MOU	Moulay Yacoub
NAD	Nador
NOU	Nouaceur
OUA	Ouarzazate
OUD	Oued Ed-Dahab	Oued Ed-Dahab (EH)
OUJ	Oujda-Angad
OUZ	Ouezzane
RAB	Rabat
REH	Rehamna
SAF	Safi
SAL	Salé
SEF	Sefrou
SET	Settat
SIB	Sidi Bennour
SIF	Sidi Ifni
SIK	Sidi Kacem
SIL	Sidi Slimane
SKH	Skhirat-Témara	Skhirate-Témara
TAF	Tarfaya (EH-partial)
TAI	Taourirt
TAO	Taounate
TAR	Taroudant	Taroudannt
TAT	Tata
TAZ	Taza
TET	Tétouan
TIN	Tinghir
TIZ	Tiznit
TNG	Tangier-Assilah	Tanger-Assilah
TNT	Tan-Tan	Tan-Tan (EH-partial)
YUS	Youssoufia
ZAG	Zagora
+01	Tanger-Tétouan-Al Hoceïma
+02	L'Oriental
+03	Fès-Meknès
+04	Rabat-Salé-Kénitra
+05	Béni Mellal-Khénifra
+06	Casablanca-Settat
+07	Marrakech-Safi
+08	Drâa-Tafilalet
+09	Souss-Massa
+10	Guelmim-Oued Noun (EH-partial)
+11	Laâyoune-Sakia El Hamra (EH-partial)
+12	Dakhla-Oued Ed-Dahab (EH)`,
  MC: `CL	La Colle
CO	La Condamine
FO	Fontvieille
GA	La Gare
JE	Jardin Exotique	Jardin Exotique de Monaco
LA	Larvotto
MA	Malbousquet
MC	Monte-Carlo
MG	Moneghetti
MO	Monaco-Ville
MU	Moulins
PH	Port-Hercule	Port Hercules
SD	Sainte-Dévote	Sainte-Dévote Chapel
SO	La Source
SP	Spélugues
SR	Saint-Roman
VR	Vallon de la Rousse
+MCO	Monaco`,
  MD: `AN	Anenii Noi
BA	Bălți
BD	Bender
BR	Briceni
BS	Basarabeasca
CA	Cahul
CL	Călărași
CM	Cimișlia
CR	Criuleni
CS	Căușeni
CT	Cantemir
CU	Chișinău
DO	Dondușeni
DR	Drochia
DU	Dubăsari
ED	Edineț
FA	Fălești
FL	Florești
GA	Găgăuzia, Unitatea teritorială autonomă (UTAG)	Găgăuzia	Unitatea teritorială autonomă (UTAG)
GL	Glodeni
HI	Hîncești
IA	Ialoveni
LE	Leova
NI	Nisporeni
OC	Ocnița
OR	Orhei
RE	Rezina
RI	Rîșcani
SD	Șoldănești
SI	Sîngerei
SN	Stînga Nistrului, unitatea teritorială din	Transnistria	Stînga Nistrului	unitatea teritorială din
SO	Soroca
ST	Strășeni
SV	Ștefan Vodă
TA	Taraclia
TE	Telenești
UN	Ungheni`,
  ME: `01	Andrijevica
02	Bar
03	Berane
04	Bijelo Polje
05	Budva
06	Cetinje
07	Danilovgrad
08	Herceg-Novi
09	Kolašin
10	Kotor
11	Mojkovac
12	Nikšić
13	Plav
14	Pljevlja
15	Plužine
16	Podgorica
17	Rožaje
18	Šavnik
19	Tivat
20	Ulcinj
21	Žabljak
22	Gusinje
23	Petnjica
24	Tuzi
25	Zeta`,
  MG: `A	Toamasina
D	Antsiranana
F	Fianarantsoa
M	Mahajanga
T	Antananarivo
U	Toliara`,
  MH: `ALK	Ailuk	Ailuk Atoll
ALL	Ailinglaplap	Ailinglaplap Atoll
ARN	Arno
AUR	Aur	Aur Atoll
EBO	Ebon	Ebon Atoll
ENI	Enewetak & Ujelang	Enewetak Atoll
JAB	Jabat	Jabat Island
JAL	Jaluit	Jaluit Atoll
KIL	Bikini & Kili	Kili Island
KWA	Kwajalein
LAE	Lae	Lae Atoll
LIB	Lib	Lib Island
LIK	Likiep	Likiep Atoll
MAJ	Majuro
MAL	Maloelap	Maloelap Atoll
MEJ	Mejit	Mejit Island
MIL	Mili	Mili Atoll
NMK	Namdrik	Namdrik Atoll
NMU	Namu	Namu Atoll
RON	Rongelap	Rongelap Atoll
UJA	Ujae	Ujae Atoll
UTI	Utrik	Utirik Atoll
WTH	Wotho	Wotho Atoll
WTJ	Wotje	Wotje Atoll
+L	Ralik chain
+T	Ratak chain`,
  MK: `101	Veles
102	Gradsko
103	Demir Kapija
104	Kavadarci
105	Lozovo
106	Negotino
107	Rosoman
108	Sveti Nikole
109	Čaška
201	Berovo
202	Vinica
203	Delčevo
204	Zrnovci
205	Karbinci
206	Kočani
207	Makedonska Kamenica
208	Pehčevo
209	Probištip
210	Češinovo-Obleševo
211	Štip
301	Vevčani
303	Debar
304	Debrca
307	Kičevo
308	Makedonski Brod
310	Ohrid
311	Plasnica
312	Struga
313	Centar Župa
401	Bogdanci
402	Bosilovo
403	Valandovo
404	Vasilevo
405	Gevgelija
406	Dojran
407	Konče
408	Novo Selo
409	Radoviš
410	Strumica
501	Bitola
502	Demir Hisar
503	Dolneni
504	Krivogaštani
505	Kruševo
506	Mogila
507	Novaci
508	Prilep
509	Resen
601	Bogovinje
602	Brvenica
603	Vrapčište
604	Gostivar
605	Želino
606	Jegunovce
607	Mavrovo i Rostuše
608	Tearce
609	Tetovo
701	Kratovo
702	Kriva Palanka
703	Kumanovo
704	Lipkovo
705	Rankovce
706	Staro Nagoričane
801	Aerodrom
802	Aračinovo
803	Butel
804	Gazi Baba
805	Gjorče Petrov
806	Zelenikovo
807	Ilinden
808	Karpoš
809	Kisela Voda
810	Petrovec
811	Saraj
812	Sopište
813	Studeničani
814	Centar
815	Čair
816	Čučer-Sandevo
817	Šuto Orizari`,
  ML: `1	Kayes
10	Taoudénit
2	Koulikoro
3	Sikasso
4	Ségou
5	Mopti
6	Tombouctou
7	Gao
8	Kidal
9	Ménaka
BKO	Bamako`,
  MM: `01	Sagaing
02	Bago
03	Magway
04	Mandalay
05	Tanintharyi
06	Yangon
07	Ayeyarwady
11	Kachin
12	Kayah
13	Kayin
14	Chin
15	Mon
16	Rakhine
17	Shan
18	Naypyidaw	Nay Pyi Taw`,
  MN: `035	Orkhon	Orhon
037	Darkhan-Uul	Darhan uul
039	Khentii	Hentiy
041	Khövsgöl	Hövsgöl
043	Khovd	Hovd
046	Uvs
047	Töv
049	Selenge
051	Sükhbaatar	Sühbaatar
053	Ömnögovi
055	Övörkhangai	Övörhangay
057	Zavkhan	Dzavhan
059	Dundgovi
061	Dornod
063	Dornogovi
064	Govisümber	Govĭ-Sümber
065	Govi-Altai	Govĭ-Altay
067	Bulgan
069	Bayankhongor	Bayanhongor
071	Bayan-Ölgii	Bayan-Ölgiy
073	Arkhangai	Arhangay
1	Ulaanbaatar`,
  MR: `01	Hodh Ech Chargui
02	Hodh El Gharbi
03	Assaba
04	Gorgol
05	Brakna
06	Trarza
07	Adrar
08	Dakhlet Nouadhibou
09	Tagant
10	Guidimaka
11	Tiris Zemmour
12	Inchiri
13	Nouakchott Ouest	Nuwākshūţ al Gharbīyah
14	Nouakchott Nord	Nuwākshūţ ash Shamālīyah
15	Nouakchott Sud	Nuwākshūţ al Janūbīyah`,
  MT: `01	Attard
02	Balzan
03	Birgu
04	Birkirkara
05	Birżebbuġa
06	Bormla	Cospicua
07	Dingli
08	Fgura
09	Floriana
10	Fontana
11	Gudja
12	Gżira
13	Għajnsielem
14	Għarb
15	Għargħur
16	Għasri
17	Għaxaq
18	Ħamrun
19	Iklin
20	Isla	Senglea
21	Kalkara
22	Kerċem
23	Kirkop
24	Lija
25	Luqa
26	Marsa
27	Marsaskala
28	Marsaxlokk
29	Mdina
30	Mellieħa
31	Mġarr
32	Mosta
33	Mqabba
34	Msida
35	Mtarfa	Imtarfa
36	Munxar
37	Nadur
38	Naxxar
39	Paola
40	Pembroke
41	Pietà
42	Qala
43	Qormi
44	Qrendi
45	Rabat Għawdex	Victoria
46	Rabat Malta	Rabat
47	Safi
48	San Ġiljan	St. Julian’s
49	San Ġwann
50	San Lawrenz	Saint Lawrence
51	San Pawl il-Baħar	St. Paul’s Bay
52	Sannat
53	Santa Luċija
54	Santa Venera
55	Siġġiewi
56	Sliema
57	Swieqi
58	Ta' Xbiex
59	Tarxien
60	Valletta
61	Xagħra
62	Xewkija
63	Xgħajra
64	Żabbar
65	Żebbuġ Għawdex	Żebbuġ Gozo
66	Żebbuġ Malta	Żebbuġ
67	Żejtun
68	Żurrieq
+MLT	Malta	Malte`,
  MU: `AG	Agalega Islands	Agaléga
BL	Black River	Rivière Noire
CC	Cargados Carajos Shoals	Cargados Carajos
FL	Flacq
GP	Grand Port
MO	Moka
PA	Pamplemousses
PL	Port Louis	Port Louis District
PW	Plaines Wilhems
RO	Rodrigues Island	Rodrigues
RR	Rivière du Rempart
SA	Savanne`,
  MV: `00	Alif Dhaal	Ariatholhu Dhekunuburi
01	Addu
02	Alif Alif	Ariatholhu Uthuruburi
03	Lhaviyani	Faadhippolhu
04	Vaavu	Felidheatholhu
05	Laamu	Hahdhunmathi
07	Haa Alif	Thiladhunmathee Uthuruburi
08	Thaa	Kolhumadulu
12	Meemu	Mulakatholhu
13	Raa	Maalhosmadulu Uthuruburi
14	Faafu	Nilandheatholhu Uthuruburi
17	Dhaalu	Nilandheatholhu Dhekunuburi
20	Baa	Maalhosmadulu Dhekunuburi
23	Haa Dhaalu	Thiladhunmathee Dhekunuburi
24	Shaviyani	Miladhunmadulu Uthuruburi
25	Noonu	Miladhunmadulu Dhekunuburi
26	Kaafu	Maaleatholhu
27	Gaafu Alif	Huvadhuatholhu Uthuruburi
28	Gaafu Dhaalu	Huvadhuatholhu Dhekunuburi
29	Gnaviyani	Fuvammulah
MLE	Malé	Maale`,
  MW: `BA	Balaka
BL	Blantyre
CK	Chikwawa
CR	Chiradzulu
CT	Chitipa
DE	Dedza
DO	Dowa
KR	Karonga
KS	Kasungu
LI	Lilongwe
LK	Likoma
MC	Mchinji
MG	Mangochi
MH	Machinga
MU	Mulanje
MW	Mwanza
MZ	Mzimba
NB	Nkhata Bay
NE	Neno
NI	Ntchisi
NK	Nkhotakota
NS	Nsanje
NU	Ntcheu
PH	Phalombe
RU	Rumphi
SA	Salima
TH	Thyolo
ZO	Zomba
+C	Chapakati	Central
+N	Chakumpoto	Northern
+S	Chakumwera	Southern`,
  MX: `AGU	Aguascalientes
BCN	Baja California
BCS	Baja California Sur
CAM	Campeche
CHH	Chihuahua
CHP	Chiapas
CMX	Ciudad de México	Mexico City	CDMX
COA	Coahuila de Zaragoza	Coahuila
COL	Colima
DUR	Durango
GRO	Guerrero
GUA	Guanajuato
HID	Hidalgo
JAL	Jalisco
MEX	México	Mexico State	Estado de México
MIC	Michoacán de Ocampo	Michoacán
MOR	Morelos
NAY	Nayarit
NLE	Nuevo León
OAX	Oaxaca
PUE	Puebla
QUE	Querétaro
ROO	Quintana Roo
SIN	Sinaloa
SLP	San Luis Potosí
SON	Sonora
TAB	Tabasco
TAM	Tamaulipas
TLA	Tlaxcala
VER	Veracruz de Ignacio de la Llave	Veracruz
YUC	Yucatán
ZAC	Zacatecas`,
  MY: `01	Johor
02	Kedah
03	Kelantan
04	Melaka	Malacca
05	Negeri Sembilan
06	Pahang
07	Pulau Pinang	Penang
08	Perak
09	Perlis
10	Selangor
11	Terengganu
12	Sabah
13	Sarawak
14	Wilayah Persekutuan Kuala Lumpur	Kuala Lumpur
15	Wilayah Persekutuan Labuan	Labuan
16	Wilayah Persekutuan Putrajaya	Putrajaya`,
  MZ: `A	Niassa
B	Manica
G	Gaza
I	Inhambane
L	Maputo Province
MPM	Maputo
N	Nampula
P	Cabo Delgado
Q	Zambézia
S	Sofala
T	Tete`,
  NA: `CA	Zambezi
ER	Erongo
HA	Hardap
KA	//Karas	Karas	
KE	Kavango East
KH	Khomas
KU	Kunene
KW	Kavango West
OD	Otjozondjupa
OH	Omaheke
ON	Oshana
OS	Omusati
OT	Oshikoto
OW	Ohangwena`,
  NE: `1	Agadez
2	Diffa
3	Dosso
4	Maradi
5	Tahoua
6	Tillabéri
7	Zinder
8	Niamey`,
  NG: `AB	Abia
AD	Adamawa
AK	Akwa Ibom
AN	Anambra
BA	Bauchi
BE	Benue
BO	Borno
BY	Bayelsa
CR	Cross River
DE	Delta
EB	Ebonyi
ED	Edo
EK	Ekiti
EN	Enugu
FC	Abuja Federal Capital Territory	Federal Capital Territory
GO	Gombe
IM	Imo
JI	Jigawa
KD	Kaduna
KE	Kebbi
KN	Kano
KO	Kogi
KT	Katsina
KW	Kwara
LA	Lagos
NA	Nasarawa
NI	Niger
OG	Ogun
ON	Ondo
OS	Osun
OY	Oyo
PL	Plateau
RI	Rivers
SO	Sokoto
TA	Taraba
YO	Yobe
ZA	Zamfara`,
  NI: `AN	Costa Caribe Norte	Atlántico Norte
AS	Costa Caribe Sur	Atlántico Sur
BO	Boaco
CA	Carazo
CI	Chinandega
CO	Chontales
ES	Estelí
GR	Granada
JI	Jinotega
LE	León
MD	Madriz
MN	Managua
MS	Masaya
MT	Matagalpa
NS	Nueva Segovia
RI	Rivas
SJ	Río San Juan`,
  NL: `AW	Aruba
BQ1	Bonaire
BQ2	Saba
BQ3	Sint Eustatius
CW	Curaçao
DR	Drenthe
FL	Flevoland
FR	Fryslân	Friesland
GE	Gelderland
GR	Groningen
LI	Limburg
NB	Noord-Brabant	North Brabant
NH	Noord-Holland	North Holland
OV	Overijssel
SX	Sint Maarten
UT	Utrecht
ZE	Zeeland
ZH	Zuid-Holland	South Holland`,
  NO: `03	Oslo
11	Rogaland
15	Møre og Romsdal
18	Nordland
21	Svalbard
22	Jan Mayen
30	Viken
34	Innlandet
38	Vestfold og Telemark
42	Agder
46	Vestland
50	Trøndelag
54	Troms og Finnmark	Tromssan ja Finmarkun`,
  NP: `P1	Province 1	Koshī
P2	Province 2	Madhesh
P3	Province 3	Bāgmatī
P4	Gandaki
P5	Province 5	Lumbinī
P6	Karnali
P7	Province 7	Sudūrpashchim`,
  NR: `01	Aiwo
02	Anabar
03	Anetan
04	Anibare
05	Baitsi	Baiti
06	Boe
07	Buada
08	Denigomodu
09	Ewa
10	Ijuw
11	Meneng
12	Nibok
13	Uaboe
14	Yaren
+NRU	Nauru`,
  NZ: `AUK	Auckland
BOP	Bay of Plenty
CAN	Canterbury
CIT	Chatham Islands Territory	Chatham Islands
GIS	Gisborne
HKB	Hawke's Bay
MBH	Marlborough	Marl
MWT	Manawatū-Whanganui	Manawatu-Wanganui
NSN	Nelson
NTL	Northland
OTA	Otago
STL	Southland
TAS	Tasman
TKI	Taranaki
WGN	Greater Wellington	Wellington
WKO	Waikato
WTC	West Coast`,
  OM: `BJ	Janub al Batinah
BS	Shamal al Batinah
BU	Al Buraimi	Al Buraymī
DA	Ad Dakhiliyah
MA	Muscat	Masqaţ
MU	Musandam
SJ	Janub ash Sharqiyah
SS	Shamal ash Sharqiyah
WU	Al Wusta
ZA	Ad Dhahirah	Az̧ Z̧āhirah
ZU	Dhofar	Z̧ufār`,
  PA: `1	Bocas del Toro
10	Panamá Oeste	West Panamá
2	Coclé
3	Colón
4	Chiriquí
5	Darién
6	Herrera
7	Los Santos
8	Panamá
9	Veraguas
EM	Emberá
KY	Guna Yala
NB	Ngäbe-Buglé	Ngöbe-Buglé
NT	Naso Tjër Di`,
  PE: `AMA	Amazonas
ANC	Ancash
APU	Apurímac
ARE	Arequipa
AYA	Ayacucho
CAJ	Cajamarca
CAL	El Callao
CUS	Cusco
HUC	Huánuco
HUV	Huancavelica
ICA	Ica
JUN	Junín
LAL	La Libertad
LAM	Lambayeque
LIM	Lima	Lima Region
LMA	Municipalidad Metropolitana de Lima
LOR	Loreto
MDD	Madre de Dios
MOQ	Moquegua
PAS	Pasco
PIU	Piura
PUN	Puno
SAM	San Martín
TAC	Tacna
TUM	Tumbes
UCA	Ucayali`,
  PG: `CPK	Chimbu
CPM	Central
EBR	East New Britain
EHG	Eastern Highlands
EPW	Enga
ESW	East Sepik
GPK	Gulf
HLA	Hela
JWK	Jiwaka
MBA	Milne Bay
MPL	Morobe
MPM	Madang
MRL	Manus
NCD	National Capital District (Port Moresby)	Port Moresby
NIK	New Ireland
NPP	Northern	Oro
NSB	Bougainville
SAN	West Sepik	Sandaun
SHM	Southern Highlands
WBK	West New Britain
WHM	Western Highlands
WPD	Western`,
  PH: `00	National Capital Region	Metro Manila
ABR	Abra
AGN	Agusan del Norte
AGS	Agusan del Sur
AKL	Aklan
ALB	Albay
ANT	Antique
APA	Apayao
AUR	Aurora
BAN	Bataan
BAS	Basilan
BEN	Benguet
BIL	Biliran
BOH	Bohol
BTG	Batangas
BTN	Batanes
BUK	Bukidnon
BUL	Bulacan
CAG	Cagayan
CAM	Camiguin
CAN	Camarines Norte
CAP	Capiz
CAS	Camarines Sur
CAT	Catanduanes
CAV	Cavite
CEB	Cebu
COM	Davao de Oro	Compostela Valley
DAO	Davao Oriental
DAS	Davao del Sur
DAV	Davao del Norte
DIN	Dinagat Islands
DVO	Davao Occidental
EAS	Eastern Samar
GUI	Guimaras
IFU	Ifugao
ILI	Iloilo
ILN	Ilocos Norte
ILS	Ilocos Sur
ISA	Isabela
KAL	Kalinga
LAG	Laguna
LAN	Lanao del Norte
LAS	Lanao del Sur
LEY	Leyte
LUN	La Union
MAD	Marinduque
MAS	Masbate
MDC	Mindoro Occidental	Occidental Mindoro
MDR	Mindoro Oriental	Oriental Mindoro
MGN	Maguindanao del Norte
MGS	Maguindanao del Sur
MOU	Mountain Province	Mountain
MSC	Misamis Occidental
MSR	Misamis Oriental
NCO	Cotabato
NEC	Negros Occidental
NER	Negros Oriental
NSA	Northern Samar
NUE	Nueva Ecija
NUV	Nueva Vizcaya
PAM	Pampanga
PAN	Pangasinan
PLW	Palawan
QUE	Quezon
QUI	Quirino
RIZ	Rizal
ROM	Romblon
SAR	Sarangani
SCO	South Cotabato
SIG	Siquijor
SLE	Southern Leyte
SLU	Sulu
SOR	Sorsogon
SUK	Sultan Kudarat
SUN	Surigao del Norte
SUR	Surigao del Sur
TAR	Tarlac
TAW	Tawi-Tawi
WSA	Samar
ZAN	Zamboanga del Norte
ZAS	Zamboanga del Sur
ZMB	Zambales
ZSI	Zamboanga Sibugay
+01	Ilocos
+02	Cagayan Valley
+03	Central Luzon
+05	Bicol
+06	Western Visayas
+07	Central Visayas
+08	Eastern Visayas
+09	Zamboanga Peninsula
+10	Northern Mindanao
+11	Davao
+12	Soccsksargen
+13	Caraga
+14	Autonomous Region in Muslim Mindanao	Muslim Mindanao
+15	Cordillera Administrative Region	Cordillera Administrative
+40	Calabarzon
+41	Mimaropa`,
  PK: `BA	Balochistan
GB	Gilgit-Baltistan
IS	Islamabad
JK	Azad Kashmir	Āzād Jammūñ o Kashmīr
KP	Khyber Pakhtunkhwa	Khaībar Pakhtūnkhwā
PB	Punjab	Panjāb
SD	Sindh`,
  PL: `02	Dolnośląskie	Lower Silesia
04	Kujawsko-Pomorskie	Kuyavia-Pomerania
06	Lubelskie	Lublin
08	Lubuskie	Lubusz
10	Łódzkie	Łódź
12	Małopolskie	Lesser Poland
14	Mazowieckie	Mazovia	Masovian
16	Opolskie	Opole
18	Podkarpackie	Subcarpathia
20	Podlaskie	Podlachia
22	Pomorskie	Pomerania
24	Śląskie	Silesia
26	Świętokrzyskie	Holy Cross
28	Warmińsko-Mazurskie	Warmia-Masuria
30	Wielkopolskie	Greater Poland
32	Zachodniopomorskie	West Pomerania`,
  PS: `BTH	Bethlehem	Bayt Laḩm
DEB	Deir al-Balah	Dayr al Balaḩ
GZA	Gaza	Ghazzah
HBN	Hebron	Al Khalīl
JEM	Jerusalem	Al Quds
JEN	Jenin	Janīn
JRH	Jericho	Arīḩā wal Aghwār
KYS	Khan Yunis
NBS	Nablus
NGZ	North Gaza	Shamāl Ghazzah
QQA	Qalqilya	Qalqīlyah
RBH	Ramallah and al-Bireh	Rām Allāh wal Bīrah
RFH	Rafah
SLT	Salfit
TBS	Tubas
TKM	Tulkarm`,
  PT: `01	Aveiro
02	Beja
03	Braga
04	Bragança
05	Castelo Branco
06	Coimbra
07	Évora
08	Faro
09	Guarda
10	Leiria
11	Lisboa	Lisbon
12	Portalegre
13	Porto	Oporto
14	Santarém
15	Setúbal
16	Viana do Castelo
17	Vila Real
18	Viseu
20	Região Autónoma dos Açores	Azores	Açores
30	Região Autónoma da Madeira	Madeira`,
  PW: `002	Aimeliik
004	Airai
010	Angaur
050	Hatohobei
100	Kayangel
150	Koror
212	Melekeok
214	Ngaraard
218	Ngarchelong
222	Ngardmau
224	Ngatpang
226	Ngchesar
227	Ngeremlengui
228	Ngiwal
350	Peleliu
370	Sonsorol`,
  PY: `1	Concepción
10	Alto Paraná
11	Central
12	Ñeembucú
13	Amambay
14	Canindeyú
15	Presidente Hayes
16	Alto Paraguay
19	Boquerón
2	San Pedro
3	Cordillera
4	Guairá
5	Caaguazú
6	Caazapá
7	Itapúa
8	Misiones
9	Paraguarí
ASU	Asunción`,
  QA: `DA	Doha	Ad Dawḩah
KH	Al Khor	Al Khawr wa adh Dhakhīrah
MS	Madinat ash Shamal	Ash Shamāl
RA	Al Rayyan	Ar Rayyān
SH	Ash Shīḩānīyah
US	Umm Salal
WA	Al Wakrah
ZA	Al Daayen	Az̧ Z̧a‘āyin`,
  RO: `AB	Alba
AG	Argeș
AR	Arad
B	București	Bucharest
BC	Bacău
BH	Bihor
BN	Bistrița-Năsăud
BR	Brăila
BT	Botoșani
BV	Brașov
BZ	Buzău
CJ	Cluj
CL	Călărași
CS	Caraș-Severin
CT	Constanța
CV	Covasna
DB	Dâmbovița
DJ	Dolj
GJ	Gorj
GL	Galați
GR	Giurgiu
HD	Hunedoara
HR	Harghita
IF	Ilfov
IL	Ialomița
IS	Iași
MH	Mehedinți
MM	Maramureș
MS	Mureș
NT	Neamț
OT	Olt
PH	Prahova
SB	Sibiu
SJ	Sălaj
SM	Satu Mare
SV	Suceava
TL	Tulcea
TM	Timiș
TR	Teleorman
VL	Vâlcea
VN	Vrancea
VS	Vaslui`,
  RS: `00	Beograd
01	North Bačka	Severnobački okrug
02	Central Banat	Srednjebanatski okrug
03	North Banat	Severnobanatski okrug
04	South Banat	Južnobanatski okrug
05	West Bačka	Zapadnobački okrug
06	South Bačka	Južnobački okrug
07	Srem	Sremski okrug
08	Mačva	Mačvanski okrug
09	Kolubara	Kolubarski okrug
10	Podunavlje	Podunavski okrug
11	Braničevo	Braničevski okrug
12	Šumadija	Šumadijski okrug
13	Pomoravlje	Pomoravski okrug
14	Bor	Borski okrug
15	Zaječar	Zaječarski okrug
16	Zlatibor	Zlatiborski okrug
17	Moravica	Moravički okrug
18	Raška	Raški okrug
19	Rasina	Rasinski okrug
20	Nišava	Nišavski okrug
21	Toplica	Toplički okrug
22	Pirot	Pirotski okrug
23	Jablanica	Jablanički okrug
24	Pčinja	Pčinjski okrug
25	Kosovo	Kosovski okrug
26	Peć	Pećki okrug
27	Prizren	Prizrenski okrug
28	Kosovska Mitrovica	Kosovsko-Mitrovački okrug
29	Kosovo-Pomoravlje	Kosovsko-Pomoravski okrug
+KM	Kosovo-Metohija
+VO	Vojvodina`,
  RU: `AD	Adygea	Adygeya, Respublika
AL	Altai	Altay, Respublika
ALT	Altai Krai	Altayskiy kray
AMU	Amur	Amurskaya oblast'
ARK	Arkhangelsk	Arkhangel'skaya oblast'
AST	Astrakhan	Astrakhanskaya oblast'
BA	Bashkortostan	Bashkortostan, Respublika
BEL	Belgorod	Belgorodskaya oblast'
BRY	Bryansk	Bryanskaya oblast'
BU	Buryat	Buryatiya, Respublika
CE	Chechen	Chechenskaya Respublika
CHE	Chelyabinsk	Chelyabinskaya oblast'
CHU	Chukotka Okrug	Chukotskiy avtonomnyy okrug
CU	Chuvash	Chuvashskaya Respublika
DA	Dagestan	Dagestan, Respublika
IN	Ingushetia	Ingushetiya, Respublika
IRK	Irkutsk	Irkutskaya oblast'
IVA	Ivanovo	Ivanovskaya oblast'
KAM	Kamchatka Krai	Kamchatskiy kray
KB	Kabardino-Balkar	Kabardino-
KC	Karachay-Cherkess	Karachayevo-Cherkesskaya
KDA	Krasnodar Krai	Krasnodarskiy kray
KEM	Kemerovo	Kemerovskaya oblast'
KGD	Kaliningrad	Kaliningradskaya oblast'
KGN	Kurgan	Kurganskaya oblast'
KHA	Khabarovsk Krai	Khabarovskiy kray
KHM	Khanty-Mansi	Khanty-
KIR	Kirov	Kirovskaya oblast'
KK	Khakassia	Khakasiya, Respublika
KL	Kalmykia	Kalmykiya, Respublika
KLU	Kaluga	Kaluzhskaya oblast'
KO	Komi	Komi, Respublika
KOS	Kostroma	Kostromskaya oblast'
KR	Karelia	Kareliya, Respublika
KRS	Kursk	Kurskaya oblast'
KYA	Krasnoyarsk Krai	Krasnoyarskiy kray
LEN	Leningrad	Leningradskaya
LIP	Lipetsk	Lipetskaya oblast'
MAG	Magadan	Magadanskaya oblast'
ME	Mari El	Mariy El, Respublika
MO	Mordovia	Mordoviya, Respublika
MOS	Moscow Province	Moskovskaya oblast'
MOW	Moscow	Moskva
MUR	Murmansk	Murmanskaya oblast'
NEN	Nenets	Nenetskiy
NGR	Novgorod	Novgorodskaya oblast'
NIZ	Nizhny Novgorod	Nizhegorodskaya oblast'
NVS	Novosibirsk	Novosibirskaya
OMS	Omsk	Omskaya oblast'
ORE	Orenburg	Orenburgskaya oblast'
ORL	Oryol	Orlovskaya oblast'
PER	Perm Krai	Permskiy kray
PNZ	Penza	Penzenskaya oblast'
PRI	Primorsky Krai	Primorskiy kray
PSK	Pskov	Pskovskaya oblast'
ROS	Rostov	Rostovskaya oblast'
RYA	Ryazan	Ryazanskaya oblast'
SA	Sakha	Saha, Respublika
SAK	Sakhalin	Sakhalinskaya oblast'
SAM	Samara	Samarskaya oblast'
SAR	Saratov	Saratovskaya oblast'
SE	North Ossetia-Alania	Severnaya Osetiya, Respublika
SMO	Smolensk	Smolenskaya oblast'
SPE	Saint Petersburg	Sankt-Peterburg
STA	Stavropol Krai	Stavropol'skiy kray
SVE	Sverdlovsk	Sverdlovskaya oblast'
TA	Tatarstan	Tatarstan, Respublika
TAM	Tambov	Tambovskaya oblast'
TOM	Tomsk	Tomskaya oblast'
TUL	Tula	Tul'skaya oblast'
TVE	Tver	Tverskaya oblast'
TY	Tuva	Tyva, Respublika
TYU	Tyumen	Tyumenskaya oblast'
UD	Udmurt	Udmurtskaya Respublika
ULY	Ulyanovsk	Ul'yanovskaya oblast'
VGG	Volgograd	Volgogradskaya
VLA	Vladimir	Vladimirskaya
VLG	Vologda	Vologodskaya oblast'
VOR	Voronezh	Voronezhskaya oblast'
YAN	Yamalo-Nenets Okrug	Yamalo-
YAR	Yaroslavl	Yaroslavskaya oblast'
YEV	Jewish	Yevreyskaya avtonomnaya oblast'
ZAB	Zabaykalsky Krai	Zabaykal'skiy kray`,
  RW: `01	City of Kigali	Kigali
02	Eastern
03	Northern
04	Western
05	Southern`,
  SA: `01	Riyadh	Ar Riyāḑ
02	Makkah	Makkah al Mukarramah
03	Al Madinah	Al Madīnah al Munawwarah
04	Eastern	Ash Sharqīyah
05	Al-Qassim	Al Qaşīm
06	Ha’il
07	Tabuk
08	Northern Borders	Al Ḩudūd ash Shamālīyah
09	Jizan	Jāzān
10	Najran
11	Al Bahah
12	Al Jawf
14	Asir`,
  SB: `CE	Central
CH	Choiseul
CT	Capital Territory (Honiara)	Honiara
GU	Guadalcanal
IS	Isabel
MK	Makira-Ulawa
ML	Malaita
RB	Rennell and Bellona
TE	Temotu
WE	Western`,
  SC: `01	Anse aux Pins
02	Anse Boileau
03	Anse Etoile
04	Au Cap
05	Anse Royale
06	Baie Lazare
07	Baie Sainte Anne
08	Beau Vallon
09	Bel Air
10	Bel Ombre
11	Cascade
12	Glacis
13	Grand Anse Mahe	Grand’Anse Mahé
14	Grand Anse Praslin	Grand’Anse Praslin
15	La Digue
16	English River	La Rivière Anglaise
17	Mont Buxton
18	Mont Fleuri
19	Plaisance
20	Pointe Larue	Pointe La Rue
21	Port Glaud
22	Saint Louis
23	Takamaka
24	Les Mamelles
25	Roche Caiman
26	Ile Perseverance I
27	Ile Perseverance II`,
  SD: `DC	Central Darfur	Wasaţ Dārfūr
DE	East Darfur	Sharq Dārfūr
DN	North Darfur	Shamāl Dārfūr
DS	South Darfur	Janūb Dārfūr
DW	West Darfur	Gharb Dārfūr
GD	Al Qadarif
GK	West Kurdufan	Gharb Kurdufān
GZ	Al Jazirah
KA	Kassala
KH	Khartoum	Al Kharţūm
KN	North Kurdufan	Shamāl Kurdufān
KS	South Kurdufan	Janūb Kurdufān
NB	Blue Nile	An Nīl al Azraq
NO	Northern	Ash Shamālīyah
NR	River Nile	Nahr an Nīl
NW	White Nile	An Nīl al Abyaḑ
RS	Red Sea	Al Baḩr al Aḩmar
SI	Sennar	Sinnār`,
  SE: `AB	Stockholms län	Stockholm
AC	Västerbottens län	Västerbotten
BD	Norrbottens län	Norrbotten
C	Uppsala län	Uppsala
D	Södermanlands län	Södermanland
E	Östergötlands län	Östergötland
F	Jönköpings län	Jönköping
G	Kronobergs län	Kronoberg
H	Kalmar län	Kalmar
I	Gotlands län	Gotland
K	Blekinge län	Blekinge
M	Skåne län	Skåne	Scania
N	Hallands län	Halland
O	Västra Götalands län	Västra Götaland
S	Värmlands län	Värmland
T	Örebro län	Örebro
U	Västmanlands län	Västmanland
W	Dalarnas län	Dalarna
X	Gävleborgs län	Gävleborg
Y	Västernorrlands län	Västernorrland
Z	Jämtlands län	Jämtland`,
  SG: `01	Central Singapore
02	North East
03	North West
04	South East
05	South West
+SGP	Singapore	Singapur	Singapour	Singapura	சிங்கப்பூர்	新加坡`,
  SH: `AC	Ascension	Ascension Island
HL	Saint Helena
TA	Tristan da Cunha`,
  SI: `001	Ajdovščina
002	Beltinci
003	Bled
004	Bohinj
005	Borovnica
006	Bovec
007	Brda
008	Brezovica
009	Brežice
010	Tišina
011	Celje
012	Cerklje na Gorenjskem
013	Cerknica
014	Cerkno
015	Črenšovci
016	Črna na Koroškem
017	Črnomelj
018	Destrnik
019	Divača
020	Dobrepolje
021	Dobrova-Polhov Gradec
022	Dol pri Ljubljani
023	Domžale
024	Dornava
025	Dravograd
026	Duplek
027	Gorenja vas-Poljane
028	Gorišnica
029	Gornja Radgona
030	Gornji Grad
031	Gornji Petrovci
032	Grosuplje
033	Šalovci
034	Hrastnik
035	Hrpelje-Kozina
036	Idrija
037	Ig
038	Ilirska Bistrica
039	Ivančna Gorica
040	Izola
041	Jesenice
042	Juršinci
043	Kamnik
044	Kanal ob Soči	Kanal
045	Kidričevo
046	Kobarid
047	Kobilje
048	Kočevje
049	Komen
050	Koper
051	Kozje
052	Kranj
053	Kranjska Gora
054	Krško
055	Kungota
056	Kuzma
057	Laško
058	Lenart
059	Lendava
060	Litija
061	Ljubljana
062	Ljubno
063	Ljutomer
064	Logatec
065	Loška dolina
066	Loški Potok
067	Luče
068	Lukovica
069	Majšperk
070	Maribor
071	Medvode
072	Mengeš
073	Metlika
074	Mežica
075	Miren-Kostanjevica
076	Mislinja
077	Moravče
078	Moravske Toplice
079	Mozirje
080	Murska Sobota
081	Muta
082	Naklo
083	Nazarje
084	Nova Gorica
085	Novo Mesto
086	Odranci
087	Ormož
088	Osilnica
089	Pesnica
090	Piran
091	Pivka
092	Podčetrtek
093	Podvelka
094	Postojna
095	Preddvor
096	Ptuj
097	Puconci
098	Rače-Fram
099	Radeče
100	Radenci
101	Radlje ob Dravi
102	Radovljica
103	Ravne na Koroškem
104	Ribnica
105	Rogašovci
106	Rogaška Slatina
107	Rogatec
108	Ruše
109	Semič
110	Sevnica
111	Sežana
112	Slovenj Gradec
113	Slovenska Bistrica
114	Slovenske Konjice
115	Starše
116	Sveti Jurij ob Ščavnici	Sveti Jurij
117	Šenčur
118	Šentilj
119	Šentjernej
120	Šentjur
121	Škocjan
122	Škofja Loka
123	Škofljica
124	Šmarje pri Jelšah
125	Šmartno ob Paki
126	Šoštanj
127	Štore
128	Tolmin
129	Trbovlje
130	Trebnje
131	Tržič
132	Turnišče
133	Velenje
134	Velike Lašče
135	Videm
136	Vipava
137	Vitanje
138	Vodice
139	Vojnik
140	Vrhnika
141	Vuzenica
142	Zagorje ob Savi
143	Zavrč
144	Zreče
146	Železniki
147	Žiri
148	Benedikt
149	Bistrica ob Sotli
150	Bloke
151	Braslovče
152	Cankova
153	Cerkvenjak
154	Dobje
155	Dobrna
156	Dobrovnik
157	Dolenjske Toplice
158	Grad
159	Hajdina
160	Hoče-Slivnica
161	Hodoš
162	Horjul
163	Jezersko
164	Komenda
165	Kostel
166	Križevci
167	Lovrenc na Pohorju
168	Markovci
169	Miklavž na Dravskem polju
170	Mirna Peč
171	Oplotnica
172	Podlehnik
173	Polzela
174	Prebold
175	Prevalje
176	Razkrižje
177	Ribnica na Pohorju
178	Selnica ob Dravi
179	Sodražica
180	Solčava
181	Sveta Ana
182	Sveti Andraž v Slovenskih goricah
183	Šempeter-Vrtojba
184	Tabor
185	Trnovska Vas
186	Trzin
187	Velika Polana
188	Veržej
189	Vransko
190	Žalec
191	Žetale
192	Žirovnica
193	Žužemberk
194	Šmartno pri Litiji
195	Apače
196	Cirkulane
197	Kostanjevica na Krki
198	Makole
199	Mokronog-Trebelno
200	Poljčane
201	Renče-Vogrsko
202	Središče ob Dravi
203	Straža
204	Sveta Trojica v Slovenskih goricah
205	Sveti Tomaž
206	Šmarješke Toplice
207	Gorje
208	Log-Dragomer
209	Rečica ob Savinji
210	Sveti Jurij v Slovenskih goricah
211	Šentrupert
212	Mirna
213	Ankaran`,
  SK: `BC	Banskobystrický kraj	Banská Bystrica
BL	Bratislavský kraj	Bratislava
KI	Košický kraj	Košice
NI	Nitriansky kraj	Nitra
PV	Prešovský kraj	Prešov
TA	Trnavský kraj	Trnava
TC	Trenčiansky kraj	Trenčín
ZI	Žilinský kraj	Žilina`,
  SL: `E	Eastern
N	Northern
NW	North Western
S	Southern
W	Western Area (Freetown)	Western Area`,
  SM: `01	Acquaviva
02	Chiesanuova
03	Domagnano
04	Faetano
05	Fiorentino
06	Borgo Maggiore
07	Città di San Marino	San Marino
08	Montegiardino
09	Serravalle`,
  SN: `DB	Diourbel
DK	Dakar
FK	Fatick
KA	Kaffrine
KD	Kolda
KE	Kédougou
KL	Kaolack
LG	Louga
MT	Matam
SE	Sédhiou
SL	Saint-Louis
TC	Tambacounda
TH	Thiès
ZG	Ziguinchor`,
  SO: `AW	Awdal
BK	Bakool
BN	Banaadir
BR	Bari
BY	Bay	Bay, Somalia
GA	Galguduud
GE	Gedo
HI	Hiiraan	Hiran
JD	Jubbada Dhexe	Middle Juba
JH	Jubbada Hoose	Lower Juba
MU	Mudug
NU	Nugaal	Nugal
SA	Sanaag
SD	Shabeellaha Dhexe	Middle Shebelle
SH	Shabeellaha Hoose	Lower Shebelle
SO	Sool
TO	Togdheer
WO	Woqooyi Galbeed`,
  SR: `BR	Brokopondo
CM	Commewijne
CR	Coronie
MA	Marowijne
NI	Nickerie
PM	Paramaribo
PR	Para
SA	Saramacca
SI	Sipaliwini
WA	Wanica`,
  SS: `BN	Northern Bahr el Ghazal
BW	Western Bahr el Ghazal
EC	Central Equatoria
EE	Eastern Equatoria
EW	Western Equatoria
JG	Jonglei
LK	Lakes
NU	Upper Nile
UY	Unity
WR	Warrap`,
  ST: `01	Água Grande
02	Cantagalo
03	Caué
04	Lembá
05	Lobata
06	Mé-Zóchi
P	Príncipe`,
  SV: `AH	Ahuachapán
CA	Cabañas
CH	Chalatenango
CU	Cuscatlán
LI	La Libertad
MO	Morazán
PA	La Paz
SA	Santa Ana
SM	San Miguel
SO	Sonsonate
SS	San Salvador
SV	San Vicente
UN	La Unión
US	Usulután`,
  SY: `DI	Damascus	Dimashq
DR	Daraa	Dar'ā
DY	Deir ez-Zor	Dayr az Zawr
HA	Al-Hasakah
HI	Homs	Ḩimş
HL	Aleppo	Ḩalab
HM	Hama	Ḩamāh
ID	Idlib
LA	Latakia	Al Lādhiqīyah
QU	Quneitra	Al Qunayţirah
RA	Ar-Raqqah
RD	Rif Dimashq
SU	As-Suwayda
TA	Tartus`,
  SZ: `HH	Hhohho
LU	Lubombo
MA	Manzini
SH	Shiselweni`,
  TD: `BA	Batha	Al Baţḩā’
BG	Bahr el Gazel	Baḩr al Ghazāl
BO	Borkou	Būrkū
CB	Chari-Baguirmi	Shārī Bāqirmī
EE	Ennedi-Est	Inīdī ash Sharqī
EO	Ennedi-Ouest	Inīdī al Gharbī
GR	Guéra	Qīrā
HL	Hadjer-Lamis	Ḩajjar Lamīs
KA	Kanem	Kānim
LC	Lac	Al Buḩayrah
LO	Logone Occidental	Lūghūn al Gharbī
LR	Logone Oriental	Lūghūn ash Sharqī
MA	Mandoul	Māndūl
MC	Moyen-Chari	Shārī al Awsaţ
ME	Mayo-Kebbi Est	Māyū Kībbī ash Sharqī
MO	Mayo-Kebbi Ouest	Māyū Kībbī al Gharbī
ND	N’Djamena	Madīnat Injamīnā
OD	Ouaddaï	Waddāy
SA	Salamat
SI	Sila
TA	Tandjilé	Tānjīlī
TI	Tibesti	Tibastī
WF	Wadi Fira`,
  TG: `C	Centrale
K	Kara
M	Maritime (Région)	Maritime
P	Plateaux
S	Savanes`,
  TH: `10	Bangkok	Krung Thep Maha Nakhon
11	Samut Prakan
12	Nonthaburi
13	Pathum Thani
14	Phra Nakhon Si Ayutthaya
15	Ang Thong
16	Lopburi	Lop Buri
17	Sing Buri
18	Chai Nat
19	Saraburi
20	Chon Buri
21	Rayong
22	Chanthaburi
23	Trat
24	Chachoengsao
25	Prachin Buri
26	Nakhon Nayok
27	Sa Kaeo
30	Nakhon Ratchasima
31	Buri Ram
32	Surin
33	Si Sa Ket
34	Ubon Ratchathani
35	Yasothon
36	Chaiyaphum
37	Amnat Charoen
38	Bueng Kan
39	Nong Bua Lam Phu
40	Khon Kaen
41	Udon Thani
42	Loei
43	Nong Khai
44	Maha Sarakham
45	Roi Et
46	Kalasin
47	Sakon Nakhon
48	Nakhon Phanom
49	Mukdahan
50	Chiang Mai
51	Lamphun
52	Lampang
53	Uttaradit
54	Phrae
55	Nan
56	Phayao
57	Chiang Rai
58	Mae Hong Son
60	Nakhon Sawan
61	Uthai Thani
62	Kamphaeng Phet
63	Tak
64	Sukhothai
65	Phitsanulok
66	Phichit
67	Phetchabun
70	Ratchaburi
71	Kanchanaburi
72	Suphanburi	Suphan Buri
73	Nakhon Pathom
74	Samut Sakhon
75	Samut Songkhram
76	Phetchaburi
77	Prachuap Khiri Khan
80	Nakhon Si Thammarat
81	Krabi
82	Phang Nga	Phangnga
83	Phuket
84	Surat Thani
85	Ranong
86	Chumphon
90	Songkhla
91	Satun
92	Trang
93	Phatthalung
94	Pattani
95	Yala
96	Narathiwat
S	Pattaya	Phatthaya`,
  TJ: `DU	Dushanbe
GB	Gorno-Badakhshan	Kŭhistoni Badakhshon
KT	Khatlon
RA	Nohiyahoi Tobei Jumhurí
SU	Sughd`,
  TL: `AL	Aileu
AN	Ainaro
BA	Baucau
BO	Bobonaro
CO	Cova Lima
DI	Díli
ER	Ermera
LA	Lautém
LI	Liquiça
MF	Manufahi
MT	Manatuto
OE	Oé-Cusse Ambeno	Oecusse
VI	Viqueque`,
  TM: `A	Ahal
B	Balkan
D	Daşoguz
L	Lebap
M	Mary
S	Aşgabat`,
  TN: `11	Tunis
12	Ariana	L'Ariana
13	Ben Arous
14	Manouba	La Manouba
21	Nabeul
22	Zaghouan
23	Bizerte
31	Béja
32	Jendouba
33	Kef	Le Kef
34	Siliana
41	Kairouan
42	Kasserine
43	Sidi Bouzid
51	Sousse
52	Monastir
53	Mahdia
61	Sfax
71	Gafsa
72	Tozeur
73	Kebili
81	Gabès
82	Medenine
83	Tataouine`,
  TO: `01	'Eua
02	Ha'apai
03	Niuas
04	Tongatapu
05	Vava'u`,
  TR: `01	Adana
02	Adıyaman
03	Afyonkarahisar
04	Ağrı
05	Amasya
06	Ankara
07	Antalya
08	Artvin
09	Aydın
10	Balıkesir
11	Bilecik
12	Bingöl
13	Bitlis
14	Bolu
15	Burdur
16	Bursa
17	Çanakkale
18	Çankırı
19	Çorum
20	Denizli
21	Diyarbakır
22	Edirne
23	Elazığ
24	Erzincan
25	Erzurum
26	Eskişehir
27	Gaziantep
28	Giresun
29	Gümüşhane
30	Hakkâri
31	Hatay
32	Isparta
33	Mersin
34	İstanbul
35	İzmir
36	Kars
37	Kastamonu
38	Kayseri
39	Kırklareli
40	Kırşehir
41	Kocaeli
42	Konya
43	Kütahya
44	Malatya
45	Manisa
46	Kahramanmaraş
47	Mardin
48	Muğla
49	Muş
50	Nevşehir
51	Niğde
52	Ordu
53	Rize
54	Sakarya
55	Samsun
56	Siirt
57	Sinop
58	Sivas
59	Tekirdağ
60	Tokat
61	Trabzon
62	Tunceli
63	Şanlıurfa
64	Uşak
65	Van
66	Yozgat
67	Zonguldak
68	Aksaray
69	Bayburt
70	Karaman
71	Kırıkkale
72	Batman
73	Şırnak
74	Bartın
75	Ardahan
76	Iğdır
77	Yalova
78	Karabük
79	Kilis
80	Osmaniye
81	Düzce`,
  TT: `ARI	Arima
CHA	Chaguanas
CTT	Couva-Tabaquite-Talparo
DMN	Diego Martin
MRC	Mayaro-Rio Claro
PED	Penal-Debe
POS	Port of Spain
PRT	Princes Town
PTF	Point Fortin
SFO	San Fernando
SGE	Sangre Grande
SIP	Siparia
SJL	San Juan-Laventille
TOB	Tobago
TUP	Tunapuna-Piarco`,
  TV: `FUN	Funafuti
NIT	Niutao
NKF	Nukufetau
NKL	Nukulaelae
NMA	Nanumea
NMG	Nanumaga	Nanumanga
NUI	Nui
VAI	Vaitupu`,
  TW: `CHA	Changhua
CYI	Chiayi County
CYQ	Chiayi
HSQ	Hsinchu County
HSZ	Hsinchu
HUA	Hualien
ILA	Yilan
KEE	Keelung
KHH	Kaohsiung
KIN	Kinmen
LIE	Lienchiang
MIA	Miaoli
NAN	Nantou
NWT	New Taipei
PEN	Penghu
PIF	Pingtung
TAO	Taoyuan
TNN	Tainan
TPE	Taipei
TTT	Taitung
TXG	Taichung
YUN	Yunlin`,
  TZ: `01	Arusha
02	Dar es Salaam
03	Dodoma
04	Iringa
05	Kagera
06	Kaskazini Pemba	North Pemba
07	Kaskazini Unguja	Zanzibar North
08	Kigoma
09	Kilimanjaro
10	Kusini Pemba	South Pemba
11	Kusini Unguja	Zanzibar Central/South
12	Lindi
13	Mara
14	Mbeya
15	Mjini Magharibi	Zanzibar Urban/West
16	Morogoro
17	Mtwara
18	Mwanza
19	Pwani
20	Rukwa
21	Ruvuma
22	Shinyanga
23	Singida
24	Tabora
25	Tanga
26	Manyara
27	Geita
28	Katavi
29	Njombe
30	Simiyu
31	Songwe`,
  UA: `05	Vinnychchyna	Vinnytska oblast
07	Volyn	Volynska oblast
09	Luhanshchyna	Luhanska oblast
12	Dnipropetrovshchyna	Dnipropetrovska oblast
14	Donechchyna	Donetska oblast
18	Zhytomyrshchyna	Zhytomyrska oblast
21	Zakarpattia	Zakarpatska oblast
23	Zaporizhzhya	Zaporizka oblast
26	Prykarpattia	Ivano-Frankivska oblast
30	Kyiv	Kiev
32	Kyivshchyna	Kyivska oblast
35	Kirovohradschyna	Kirovohradska oblast
40	Sevastopol
43	Crimea	Avtonomna Respublika Krym
46	Lvivshchyna	Lvivska oblast	Lviv
48	Mykolayivschyna	Mykolaivska oblast
51	Odeshchyna	Odeska oblast	Odesa	Odessa
53	Poltavshchyna	Poltavska oblast
56	Rivnenshchyna	Rivnenska oblast
59	Sumshchyna	Sumska oblast
61	Ternopilshchyna	Ternopilska oblast
63	Kharkivshchyna	Kharkivska oblast
65	Khersonshchyna	Khersonska oblast
68	Khmelnychchyna	Khmelnytska oblast
71	Cherkashchyna	Cherkaska oblast
74	Chernihivshchyna	Chernihivska oblast
77	Chernivtsi Oblast	Chernivetska oblast`,
  UG: `101	Kalangala
102	Kampala
103	Kiboga
104	Luwero
105	Masaka
106	Mpigi
107	Mubende
108	Mukono
109	Nakasongola
110	Rakai
111	Sembabule
112	Kayunga
113	Wakiso
114	Lyantonde
115	Mityana
116	Nakaseke
117	Buikwe
118	Bukomansibi
119	Butambala
120	Buvuma
121	Gomba
122	Kalungu
123	Kyankwanzi
124	Lwengo
125	Kyotera
126	Kasanda
201	Bugiri
202	Busia
203	Iganga
204	Jinja
205	Kamuli
206	Kapchorwa
207	Katakwi
208	Kumi
209	Mbale
210	Pallisa
211	Soroti
212	Tororo
213	Kaberamaido
214	Mayuge
215	Sironko
216	Amuria
217	Budaka
218	Bududa
219	Bukedea
220	Bukwo	Bukwa
221	Butaleja
222	Kaliro
223	Manafwa
224	Namutumba
225	Bulambuli
226	Buyende
227	Kibuku
228	Kween
229	Luuka
230	Namayingo
231	Ngora
232	Serere
233	Butebo
234	Namisindwa
235	Bugweri
236	Kapelebyong
237	Kalaki
301	Adjumani
302	Apac
303	Arua
304	Gulu
305	Kitgum
306	Kotido
307	Lira
308	Moroto
309	Moyo
310	Nebbi
311	Nakapiripirit
312	Pader
313	Yumbe
314	Abim
315	Amolatar
316	Amuru
317	Dokolo
318	Kaabong
319	Koboko
320	Maracha
321	Oyam
322	Agago
323	Alebtong
324	Amudat
325	Kole
326	Lamwo
327	Napak
328	Nwoya
329	Otuke
330	Zombo
331	Omoro
332	Pakwach
333	Kwania
334	Nabilatuk
335	Karenga
336	Madi-Okollo
337	Obongi
401	Bundibugyo
402	Bushenyi
403	Hoima
404	Kabale
405	Kabarole
406	Kasese
407	Kibaale
408	Kisoro
409	Masindi
410	Mbarara
411	Ntungamo
412	Rukungiri
413	Kamwenge
414	Kanungu
415	Kyenjojo
416	Buliisa
417	Ibanda
418	Isingiro
419	Kiruhura
420	Buhweju
421	Kiryandongo
422	Kyegegwa
423	Mitooma
424	Ntoroko
425	Rubirizi
426	Sheema
427	Kagadi
428	Kakumiro
429	Rubanda
430	Bunyangabu
431	Rukiga
432	Kikuube
433	Kazo
434	Kitagwenda
435	Rwampara
+C	Central
+E	Eastern
+N	Northern
+W	Western`,
  UM: `67	Johnston Atoll
71	Midway Islands	Midway Atoll
76	Navassa Island
79	Wake Island
81	Baker Island
84	Howland Island
86	Jarvis Island
89	Kingman Reef
95	Palmyra Atoll`,
  US: `AK	Alaska
AL	Alabama
AR	Arkansas
AS	American Samoa
AZ	Arizona
CA	California
CO	Colorado
CT	Connecticut
DC	District of Columbia	Washington DC	Washington, D.C.	Washington D.C.	D.C.
DE	Delaware
FL	Florida
GA	Georgia
GU	Guam
HI	Hawaii
IA	Iowa
ID	Idaho
IL	Illinois
IN	Indiana
KS	Kansas
KY	Kentucky
LA	Louisiana
MA	Massachusetts
MD	Maryland
ME	Maine
MI	Michigan
MN	Minnesota
MO	Missouri
MP	Northern Mariana Islands
MS	Mississippi
MT	Montana
NC	North Carolina
ND	North Dakota
NE	Nebraska
NH	New Hampshire
NJ	New Jersey
NM	New Mexico
NV	Nevada
NY	New York
OH	Ohio
OK	Oklahoma
OR	Oregon
PA	Pennsylvania
PR	Puerto Rico
RI	Rhode Island
SC	South Carolina
SD	South Dakota
TN	Tennessee
TX	Texas
UM	United States Minor Outlying Islands
UT	Utah
VA	Virginia
VI	United States Virgin Islands
VT	Vermont
WA	Washington
WI	Wisconsin
WV	West Virginia
WY	Wyoming`,
  UY: `AR	Artigas
CA	Canelones
CL	Cerro Largo
CO	Colonia
DU	Durazno
FD	Florida
FS	Flores
LA	Lavalleja
MA	Maldonado
MO	Montevideo
PA	Paysandú
RN	Río Negro
RO	Rocha
RV	Rivera
SA	Salto
SJ	San José
SO	Soriano
TA	Tacuarembó
TT	Treinta y Tres`,
  UZ: `AN	Andijon	Andijan
BU	Buxoro	Bukhara
FA	Farg‘ona	Fergana
JI	Jizzax	Jizzakh
NG	Namangan
NW	Navoiy
QA	Qashqadaryo
QR	Qoraqalpog‘iston Respublikasi	Karakalpakstan
SA	Samarqand
SI	Sirdaryo
SU	Surxondaryo
TK	Tashkent
TO	Tashkent Province
XO	Xorazm`,
  VC: `01	Charlotte
02	Saint Andrew
03	Saint David
04	Saint George
05	Saint Patrick
06	Grenadines`,
  VE: `A	Distrito Capital	Capital
B	Anzoátegui
C	Apure
D	Aragua
E	Barinas
F	Bolívar
G	Carabobo
H	Cojedes
I	Falcón
J	Guárico
K	Lara
L	Mérida
M	Miranda
N	Monagas
O	Nueva Esparta
P	Portuguesa
R	Sucre
S	Táchira
T	Trujillo
U	Yaracuy
V	Zulia
W	Dependencias Federales	Federal Dependencies
X	La Guaira	Vargas
Y	Delta Amacuro
Z	Amazonas`,
  VN: `01	Lai Châu
02	Lào Cai
03	Hà Giang
04	Cao Bằng
05	Sơn La
06	Yên Bái
07	Tuyên Quang
09	Lạng Sơn
13	Quảng Ninh
14	Hòa Bình
18	Ninh Bình
20	Thái Bình
21	Thanh Hóa
22	Nghệ An
23	Hà Tĩnh
24	Quảng Bình
25	Quảng Trị
26	Thừa Thiên-Huế
27	Quảng Nam
28	Kon Tum
29	Quảng Ngãi
30	Gia Lai
31	Bình Định
32	Phú Yên
33	Đắk Lắk
34	Khánh Hòa
35	Lâm Đồng
36	Ninh Thuận
37	Tây Ninh
39	Đồng Nai
40	Bình Thuận
41	Long An
43	Bà Rịa - Vũng Tàu
44	An Giang
45	Đồng Tháp
46	Tiền Giang
47	Kiến Giang
49	Vĩnh Long
50	Bến Tre
51	Trà Vinh
52	Sóc Trăng
53	Bắc Kạn
54	Bắc Giang
55	Bạc Liêu
56	Bắc Ninh
57	Bình Dương
58	Bình Phước
59	Cà Mau
61	Hải Dương
63	Hà Nam
66	Hưng Yên
67	Nam Định
68	Phú Thọ
69	Thái Nguyên
70	Vĩnh Phúc
71	Điện Biên
72	Đắk Nông
73	Hậu Giang
CT	Cần Thơ
DN	Đà Nẵng	Da Nang
HN	Hà Nội	Hanoi
HP	Hải Phòng	Haiphong
SG	Hồ Chí Minh	Ho Chi Minh City`,
  VU: `MAP	Malampa
PAM	Pénama
SAM	Sanma
SEE	Shéfa
TAE	Taféa
TOB	Torba`,
  WF: `AL	Alo
SG	Sigave
UV	Uvea`,
  WS: `AA	A'ana
AL	Aiga-i-le-Tai
AT	Atua
FA	Fa'asaleleaga
GE	Gaga'emauga
GI	Gagaifomauga
PA	Palauli
SA	Satupa'itea
TU	Tuamasaga
VF	Va'a-o-Fonoti
VS	Vaisigano`,
  YE: `AB	Abyan
AD	’Adan
AM	Amran
BA	Al Bayda
DA	Dhale	Aḑ Ḑāli‘
DH	Dhamar
HD	Hadramaut	Ḩaḑramawt
HJ	Hajjah
HU	Al Hudaydah
IB	Ibb
JA	Al Jawf
LA	Lahij
MA	Ma’rib
MR	Al Mahrah
MW	Al Mahwit
RA	Raymah
SA	Amanat Al Asimah
SD	Sa’dah
SH	Shabwah
SN	Sana’a	Şanʻā’
SU	Arkhabil Suqutra
TA	Taiz	Tāʻizz`,
  ZA: `EC	Eastern Cape
FS	Free State
GP	Gauteng
KZN	Kwazulu-Natal
LP	Limpopo
MP	Mpumalanga
NC	Northern Cape
NW	North-West
WC	Western Cape`,
  ZM: `01	Western
02	Central
03	Eastern
04	Luapula
05	Northern
06	North-Western
07	Southern
08	Copperbelt
09	Lusaka
10	Muchinga`,
  ZW: `BU	Bulawayo
HA	Harare
MA	Manicaland
MC	Mashonaland Central
ME	Mashonaland East
MI	Midlands
MN	Matabeleland North
MS	Matabeleland South
MV	Masvingo
MW	Mashonaland West`
}

/*!
cldr-core

UNICODE LICENSE V3

COPYRIGHT AND PERMISSION NOTICE

Copyright © 2004-2026 Unicode, Inc.

NOTICE TO USER: Carefully read the following legal agreement. BY
DOWNLOADING, INSTALLING, COPYING OR OTHERWISE USING DATA FILES, AND/OR
SOFTWARE, YOU UNEQUIVOCALLY ACCEPT, AND AGREE TO BE BOUND BY, ALL OF THE
TERMS AND CONDITIONS OF THIS AGREEMENT. IF YOU DO NOT AGREE, DO NOT
DOWNLOAD, INSTALL, COPY, DISTRIBUTE OR USE THE DATA FILES OR SOFTWARE.

Permission is hereby granted, free of charge, to any person obtaining a
copy of data files and any associated documentation (the "Data Files") or
software and any associated documentation (the "Software") to deal in the
Data Files or Software without restriction, including without limitation
the rights to use, copy, modify, merge, publish, distribute, and/or sell
copies of the Data Files or Software, and to permit persons to whom the
Data Files or Software are furnished to do so, provided that either (a)
this copyright and permission notice appear with all copies of the Data
Files or Software, or (b) this copyright and permission notice appear in
associated Documentation.

THE DATA FILES AND SOFTWARE ARE PROVIDED "AS IS", WITHOUT WARRANTY OF ANY
KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT OF
THIRD PARTY RIGHTS.

IN NO EVENT SHALL THE COPYRIGHT HOLDER OR HOLDERS INCLUDED IN THIS NOTICE
BE LIABLE FOR ANY CLAIM, OR ANY SPECIAL INDIRECT OR CONSEQUENTIAL DAMAGES,
OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS,
WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION,
ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THE DATA
FILES OR SOFTWARE.

Except as contained in this notice, the name of a copyright holder shall
not be used in advertising or otherwise to promote the sale, use or other
dealings in these Data Files or Software without prior written
authorization of the copyright holder.

SPDX-License-Identifier: Unicode-3.0
*/

/*!
iso-3166

(The MIT License)

Copyright (c) 2020 Titus Wormer <tituswormer@gmail.com>

Permission is hereby granted, free of charge, to any person obtaining
a copy of this software and associated documentation files (the
'Software'), to deal in the Software without restriction, including
without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to
permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be
included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED 'AS IS', WITHOUT WARRANTY OF ANY KIND,
EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT.
IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT,
TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
*/

/*!
i18n-iso-countries

The MIT License (MIT)

Copyright (c) 2016 widdix GmbH

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
*/
