import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { contract } from "@bottega/domain/areas"
import {
  aliases,
  answerOf,
  Commas,
  entries,
  Flag,
  get,
  Int,
  nodes,
  post,
  reader,
  type Shape,
  shapeAt,
  Text
} from "@bottega/domain/contract"
import { format, parse as readForm } from "@bottega/domain/form"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { ownCommands } from "../src/bottega.ts"
import { completionsOf, shells } from "../src/completions.ts"
import { flagsOf, positionalOf } from "../src/flags.ts"
import { exampleOf, helpOf } from "../src/help.ts"
import { parametersOf } from "../src/parameters.ts"
import { parse } from "../src/parse.ts"

/** The words into which a shell splits a line. */
const words = (line: string): ReadonlyArray<string> =>
  execFileSync("sh", ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8" })
    .split("\0")
    .slice(0, -1)

const notes = {
  notes: {
    list: get("/notes/list.json", {
      summary: "List notes.",
      stability: "beta",
      input: {
        nodes: nodes("author", "tags"),
        "author.email": Schema.optionalKey(Text),
        id: Schema.optionalKey(Schema.Array(Text))
      },
      output: Schema.Array(Schema.Struct({ id: Text }))
    }),
    create: post("/notes/note.json", {
      summary: "Write a note.",
      input: {
        title: Text,
        pinned: Schema.optionalKey(Flag),
        tags: Schema.optionalKey(Commas),
        lines: Schema.optionalKey(Schema.Array(Schema.Struct({ text: Text, count: Schema.optionalKey(Int) }))),
        rules: Schema.optionalKey(Schema.Struct({ emails: Schema.Array(Text) })).pipe(
          Schema.annotateKey(aliases("rule"))
        )
      },
      output: Schema.Struct({ uid: Int }),
      example: {
        title: "It's --done",
        pinned: 0,
        tags: ["a", "b"],
        lines: [{ text: "x=y", count: 2 }],
        rules: { emails: ["a@b"] }
      }
    })
  }
}

const asked = async (line: ReadonlyArray<string>) => {
  const parsed = parse(notes, line, [])
  if (parsed._tag !== "Asked") return parsed
  return parametersOf(parsed.asked)
}

describe("flags", () => {
  it("have the API's names, and shapes from the schema", () => {
    expect(flagsOf(notes.notes.list).map(({ name, shape }) => [name, shape])).toEqual([
      ["nodes", "commas"],
      ["author.email", "value"],
      ["id", "list"]
    ])
    expect(positionalOf(flagsOf(notes.notes.create))?.name).toBe("title")
    expect(positionalOf(flagsOf(notes.notes.list))).toBeUndefined()
  })

  it.each([
    [
      "notes list --id 1 --id 2 --author.email a@b --nodes author,tags",
      { id: ["1", "2"], "author.email": "a@b", nodes: "author,tags" }
    ],
    ["notes create T --pinned", { title: "T", pinned: "1" }],
    ["notes create T --pinned 0", { title: "T", pinned: "0" }],
    ["notes create --pinned=0 T", { title: "T", pinned: "0" }],
    ["notes create --title=-x --tags a --tags b", { title: "-x", tags: ["a", "b"] }],
    ["notes create -- --T", { title: "--T" }],
    [
      "notes create T --set lines[0][text]=a=b --set rules[emails][]=x --set rules[emails][]=y",
      { title: "T", lines: { 0: { text: "a=b" } }, rules: { emails: ["x", "y"] } }
    ],
    [
      'notes create --input {"title":null} --set lines[0][text]=x --set lines[0][count]=2 --set lines[1][text]=y',
      { title: null, lines: { 0: { text: "x", count: "2" }, 1: { text: "y" } } }
    ],
    [
      "notes create T --set lines[0]=x --set lines[0][text]=y",
      { title: "T", lines: { 0: "x" }, "lines[0][text]": "y" }
    ],
    [
      `notes create --input {"title":"J","pinned":true,"lines":[{"text":"x"}]} --pinned=0`,
      { title: "J", lines: [{ text: "x" }], pinned: "0" }
    ],
    ['notes create --input {"title":12345678901234567890,"size":1.10}', { title: "12345678901234567890", size: "1.10" }]
  ])("%s", async (line, parameters) => {
    expect(await asked(line.split(" "))).toEqual(parameters)
  })

  it.each([
    ["--lines x", "--lines is nested: write --set 'lines[0][text]=<text>'."],
    ["--lines[0][text] x", "--lines[0][text] is nested: write --set 'lines[0][text]=<value>'."],
    ["--set lines[0][txt]=x", "lines[0][txt] is not one of lines[0][text], lines[0][count]."],
    ["--set lnes[0][text]=x", "lnes[0][text] is not a nested parameter of notes create; did you mean lines?"],
    ["--set lines", "--set needs a name and a value: --set 'name[key]=value'."],
    ["--set", "--set needs a name and a value: --set 'name[key]=value'."]
  ])("refuses %s", async (line, sentence) => {
    expect(await asked(["notes", "create", "T", ...line.split(" ")])).toMatchObject({
      _tag: "Wrong",
      wrong: [sentence]
    })
  })
})

/** Whether an answer, the members of its list, or those of the list within it have a field at this path. */
const hasField = (answer: Shape, path: ReadonlyArray<string>): boolean => {
  const lists = answer.inner?.filter(({ item }) => item !== undefined) ?? []
  const places = [answer.item ?? answer, ...(lists.length === 1 ? [lists[0]!.item!] : [])]
  return places.some((place) => shapeAt(place, path) !== undefined)
}

describe("help", () => {
  it.each(entries({ ...contract, ...notes }).map((entry) => [entry.id, entry] as const))(
    "of %s: its example is a command with the declared parameters",
    async (id, entry) => {
      const help = helpOf({ ...contract, ...notes }, ownCommands, id.split("."))
      expect(help.startsWith(`Examples:\n  ${exampleOf(entry)}\n`)).toBe(true)
      if (entry.endpoint.example === undefined) return
      const parsed = parse({ ...contract, ...notes }, words(exampleOf(entry)).slice(1), [])
      if (parsed._tag !== "Asked") throw new Error(JSON.stringify(parsed))
      const { read } = reader((entry.endpoint.input as Schema.Top).ast)
      const [typed, declared] = [await parametersOf(parsed.asked), entry.endpoint.example].map((one) => {
        const { problems, root } = readForm(new URLSearchParams(format(one)).toString())
        return { value: read([root], problems), problems: problems.details }
      })
      expect(typed!.problems).toEqual([])
      expect(typed).toEqual(declared)
    }
  )

  it.each(entries(contract).flatMap(({ endpoint, id }) => (endpoint.columns ? [[id, endpoint] as const] : [])))(
    "of %s: its columns are fields of its answer",
    (_, endpoint) => {
      const answer = answerOf(endpoint)
      for (const column of endpoint.columns!)
        expect([column, hasField(answer, column.split("."))]).toEqual([column, true])
    }
  )

  it("marks what is not stable", () => {
    expect(helpOf(notes, ownCommands, ["notes"])).toContain("List notes. [beta]")
  })

  it("says where to put an option that an operation's flag hides", () => {
    expect(helpOf(contract, ownCommands, ["shops", "create"])).toMatch(/\nGiven before shops: --url \(/)
  })
})

describe("completions", () => {
  const scripts = Object.fromEntries(
    Object.entries(shells).map(([shell, script]) => [
      shell,
      script(completionsOf({ ...contract, ...notes }, ownCommands, []))
    ])
  )
  const file = join(mkdtempSync(join(tmpdir(), "bottega-completions-")), "bottega.bash")
  writeFileSync(file, scripts["bash"]!)

  const completed = (...line: ReadonlyArray<string>): ReadonlyArray<string> => {
    const program = `source ${file}; COMP_WORDS=("$@"); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _bottega; printf '%s\\n' "\${COMPREPLY[@]}"`
    return execFileSync("bash", ["-c", program, "bash", "bottega", ...line], { encoding: "utf8" })
      .split("\n")
      .slice(0, -1)
  }

  it("are a script that bash accepts", () => {
    expect(spawnSync("bash", ["-n", file], { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" })
  })

  it("offer areas and the other commands", () => {
    expect(completed("")).toEqual(
      expect.arrayContaining(["serve", "help", "completions", "notes", ...Object.keys(contract)])
    )
    expect(completed("--data", "x.db", "not")).toEqual(["notes"])
    expect(completed("help", "not")).toEqual(["notes"])
  })

  it("offer operations, flags and enumerated values", () => {
    expect(completed("notes", "")).toEqual(["list", "create"])
    expect(completed("notes", "list", "--a")).toEqual(["--author.email"])
    expect(completed("notes", "list", "--nodes", "")).toEqual(["author", "tags"])
    expect(completed("notes", "list", "--nodes", "=", "t")).toEqual(["tags"])
    expect(completed("completions", "f")).toEqual(["fish"])
  })

  it("leave file names to the shell if any value is allowed", () => {
    expect(completed("notes", "list", "--author.email", "")).toEqual([""])
  })

  it.each(["zsh", "fish"])("for %s contain the same areas, operations, flags and values", (shell) => {
    for (const word of ["notes", "create", "author.email", "author", "Write a note."])
      expect(scripts[shell]).toContain(word)
  })
})
