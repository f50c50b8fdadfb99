/** Hostile templates, and what becomes of each: the reason for which it is refused, or what it shows. */

/** A template, and part of the reason why it is refused; or `shows`, everything that it is filled to. */
export type Hostile = readonly [name: string, message: string, wrong: RegExp] | Shown
type Shown = readonly [name: string, message: string, shows: { readonly shows: string }]

const undefinedVariable = /undefined variable/
const notAllowed = /is not allowed/
const nested = (depth: number, tag: string, end: string) => tag.repeat(depth) + end.repeat(depth)
const loop = (depth: number, body = "") =>
  nested(depth, "{% for a in order.items %}", "{% endfor %}").replace(/^(.*?)({% endfor)/s, `$1${body}$2`)

export const corpus: ReadonlyArray<Hostile> = [
  // Loops.
  ["three nested loops, empty", loop(3), /steps/],
  ["twenty nested loops", loop(20), /steps/],
  ["a loop over a range", "{% for a in (1..1000000000) %}{% endfor %}", /ranges/],
  ["a range that is assigned", "{% assign r = (1..1000000000) %}", /ranges/],
  ["a range that is shown", "{{ (1..1000000000) }}", /ranges/],
  ["a range with names", "{% for a in (order.total..order.total) %}{% endfor %}", /ranges/],
  ["a range in a loop's limit", "{% for a in order.items limit: (1..9) %}{% endfor %}", /ranges/],
  ["tablerow", "{% tablerow a in order.items %}{% endtablerow %}", notAllowed],
  ["many loops one after the other", loop(2, "{{ a.title }}").repeat(70), /steps|bytes/],

  // Depth.
  ["100,000 deep", "{% if true %}".repeat(20_000), /nest more than 20/],
  ["21 deep", nested(21, "{% if true %}", "{% endif %}"), /nest more than 20/],
  ["deep in unless", "{% unless false %}".repeat(5000), /nest more than 20/],
  ["deep in case", "{% case 1 %}{% when 1 %}".repeat(2000), /nest more than 20/],
  ["brackets, 600 deep", `{{ ${"a[".repeat(600)}0${"]".repeat(600)} }}`, undefinedVariable],
  ["a thousand names in a row", `{{ order${".a".repeat(900)} }}`, undefinedVariable],
  ["a tag of 200,000 characters", `{{ "${"a".repeat(200_000)}" }}`, /more than 2000 characters/],
  ["52,000 tags", "{{1}}".repeat(52_000), /more than 5000 tags/],

  // Names.
  ...[
    "constructor",
    "__proto__",
    "prototype",
    "toString",
    "hasOwnProperty",
    "__defineGetter__",
    "process",
    "global",
    "this"
  ].map((name): Hostile => [`the name ${name}`, `{{ ${name} }}`, undefinedVariable]),
  ...["constructor", "__proto__", "toString", "valueOf"].flatMap(
    (name): ReadonlyArray<Hostile> => [
      [`${name} of an object`, `{{ order.${name} }}`, undefinedVariable],
      [`${name} of an object, in brackets`, `{{ order["${name}"] }}`, undefinedVariable],
      [`${name} of a list`, `{{ order.items.${name} }}`, undefinedVariable],
      [`${name} of a text`, `{{ shop.name.${name} }}`, undefinedVariable],
      [`${name} of a number`, `{{ order.total.${name} }}`, undefinedVariable]
    ]
  ),
  ["the constructor of a constructor", "{{ 'a'.constructor.constructor }}", undefinedVariable],
  ["a name that is assigned", "{% assign __proto__ = 'x' %}{{ order.x }}", undefinedVariable],
  ["a name that is assigned over a variable", "{% assign order = 'x' %}{{ order }}", { shows: "x" }],

  // Size.
  ["a text that doubles", `{% assign a = 'aaaaaaaaaa' %}${"{% assign a = a | append: a %}".repeat(60)}`, /characters/],
  [
    "a text that doubles by replace",
    `{% assign a = 'aaaaaaaaaa' %}${"{% assign a = a | replace: 'a', 'aa' %}".repeat(60)}`,
    /characters/
  ],
  [
    "an empty pattern",
    `{% assign a = 'aaaaaaaaaa' %}${"{% assign a = a | replace: '', a %}".repeat(60)}`,
    /characters/
  ],
  ["a large text in a loop", `{% for i in order.items %}${"x".repeat(10_000)}{% endfor %}`, /more than 1048576 bytes/],
  [
    "a large text that is escaped",
    `{% assign a = '&&&&&&&&&&' %}${"{% assign a = a | append: a %}".repeat(15)}{{ a }}`,
    /more than 1048576 bytes/
  ],
  ["100,000 tags of HTML", "<b>".repeat(80_000), /tags of HTML/],
  ["slashes, which JSON doubles", "\\".repeat(250_000), { shows: "\\".repeat(250_000) }],
  ["control characters, which JSON makes six of", "\u0001".repeat(200_000), /more than 1048576 bytes/],

  // Tags.
  ...[
    "include 'a'",
    "render 'a'",
    "layout 'a'",
    "block a",
    "capture a",
    "cycle 1, 2",
    "increment a",
    "decrement a",
    "echo 1",
    "liquid echo 1"
  ].map((tag): Hostile => [`{% ${tag} %}`, `{% ${tag} %}`, notAllowed]),
  ["raw", "{% raw %}{{ a }}{% endraw %}", notAllowed],
  ["raw that does not end", "{% raw %}{{ a }}", /not closed/],
  ["a file of this machine", "{% include '/etc/passwd' %}", notAllowed],
  ["an end without a beginning", "{% endfor %}", /not found|not allowed/],
  ["an if that does not end", "{% if true %}", /not closed/],
  ["an if without a condition", "{% if %}{% endif %}", /invalid/],
  ["a for without a list", "{% for a %}{% endfor %}", /illegal/],
  ["outputs that do not end", "{{".repeat(100_000), /not closed/],
  ["tags that do not end", "{%".repeat(100_000), /not closed/],
  ["quotes that do not end", `{{ "${"'".repeat(1000)}`, /not closed/],
  ["an empty output", "{{ }}", /invalid/],

  // Filters.
  ...[
    "raw",
    "json",
    "inspect",
    "sort",
    "map: 'a'",
    "where: 'a'",
    "group_by: 'a'",
    "strip_html",
    "date_to_string",
    "sha256",
    "base64_encode",
    "split: ''",
    "concat: order.items",
    "push: 1",
    "uniq"
  ].map((filter): Hostile => [`the filter ${filter}`, `{{ order.items | ${filter} }}`, /undefined filter/]),
  ...["%Y", "%9999999999Y", "constructor", "__proto__", "medium "].map(
    (style): Hostile => [`the date style ${style}`, `{{ order.date | date: "${style}" }}`, /takes one of short/]
  ),
  ["a date that cannot be read", "{{ 'now' | date }}", /takes a time/],
  ["an amount that cannot be read", "{{ 'a' | money }}", /takes a number/],
  ["an amount without an end", "{{ 1 | divided_by: 0 | money }}", /takes a number/],
  ["an object as text", "{{ order }}", /an object cannot be shown/],
  ["a list of objects as text", "{{ order.items | join: 'a' }}", /object/],
  ["190 filters", `{{ 1 ${"| plus: 1 ".repeat(190)}}}`, { shows: "191" }],
  ["truncate to much", "{{ 'a' | truncate: 99999999999999 }}", { shows: "a" }],
  ["round to much", "{{ 1.5 | round: 400 }}", { shows: "1.5" }],
  ["script in a value", "{{ '<script>' }}", { shows: "&#60;script&#62;" }],
  ["script in a value that is escaped already", "{{ '<script>' | escape }}", { shows: "&#60;script&#62;" }],
  ["an attribute's end in a value", `<a title="{{ '"' | append: "'" }}">`, { shows: `<a title="&#34;&#39;">` }],
  ["a surrogate pair that is cut", "{{ '👜👜' | truncate: 1, '' }}", { shows: "👜" }],
  ["a comment with anything", "{% comment %}{% include 'a' %}{{ x | y }}{% endcomment %}b", { shows: "b" }]
]
