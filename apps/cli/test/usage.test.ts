import { afterAll, describe, expect, it, vi } from "vitest"
import { bottega as run } from "../src/bottega.ts"
import { session } from "./shell.ts"

/** Runs a command line in this process, which is enough for most of these tests. */
const within = async (...args: ReadonlyArray<string>) => {
  const [out, err] = [vi.spyOn(process.stdout, "write"), vi.spyOn(process.stderr, "write")]
  for (const stream of [out, err]) stream.mockReturnValue(true)
  try {
    const code = await run(args)
    const textOf = (stream: typeof out) => stream.mock.calls.map(([text]) => text).join("")
    return { code, out: textOf(out), err: textOf(err) }
  } finally {
    vi.restoreAllMocks()
  }
}

describe("a name", () => {
  it("of an area may be in the singular, and that of a common operation short", async () => {
    const whole = await within("help", "snapshots", "save")
    expect(whole.out).toContain("Take a snapshot of a shop")
    expect(await within("snapshot", "save", "--help")).toEqual(whole)
    const reset = await within("help", "snapshots", "reset")
    expect(await within("reset", "--help")).toEqual(reset)
    expect(await within("help", "reset")).toEqual(reset)
    expect((await within("snapshot", "sav")).err).toContain("did you mean save?")
  })
})

describe("wrong usage", () => {
  const { apart, end } = session()
  afterAll(end)

  it.each([
    [[], "A command is missing.\nSee: bottega --help\n"],
    [["shosp", "list"], "There is no area shosp; did you mean shops?\nSee: bottega --help\n"],
    [["shops"], "An operation is missing.\nSee: bottega shops --help\n"],
    [["shops", "lst"], "There is no operation shops lst; did you mean list?\nSee: bottega shops --help\n"],
    [["constructor", "list"], "There is no area constructor.\nSee: bottega --help\n"],
    [["shops", "toString"], "There is no operation shops toString.\nSee: bottega shops --help\n"],
    [["--limit", "3", "shops", "list"], "--limit is not an option of bottega.\nSee: bottega --help\n"],
    [["completions", "fihs"], "completions takes one of bash, zsh, fish; did you mean fish?\nSee: bottega --help\n"]
  ])("%j ends with 2", async (args, err) => {
    expect(await within(...args)).toEqual({ code: 2, out: "", err })
  })

  it("names every wrong flag at once", async () => {
    const { code, err, out } = await apart([
      "--jsn",
      "b2b",
      "createUser",
      "--emial",
      "a",
      "--fullname",
      "--send_email",
      "a",
      "--send_email",
      "b",
      "stray"
    ])
    expect({ code, out }).toEqual({ code: 2, out: "" })
    expect(err.split("\n")).toEqual([
      "--jsn is not an option of bottega; did you mean --json?",
      "--emial is not a flag of b2b createUser; did you mean --email?",
      "--fullname needs a value: --fullname <text>.",
      "--send_email is given twice.",
      '"stray" is not expected; put a value after its flag.',
      "--email <text> is required.",
      "--customer_group_id <text> is required.",
      "See: bottega b2b createUser --help",
      ""
    ])
  })

  it.each([
    ["{", /^--input is not JSON: /],
    ["[]", /^--input must be a JSON object of parameters\.\n/],
    ["@nowhere.json", /^--input names nowhere\.json, which cannot be read: ENOENT/]
  ])("says what is wrong with --input %s", async (input, message) => {
    const { code, err } = await within("shops", "create", "--input", input)
    expect(code).toBe(2)
    expect(err).toMatch(message)
  })

  it("takes a store once, before the area or after the operation", async () => {
    const { code, err } = await within("--data", "a.db", "--json", "shops", "list", "--data", "b.db", "--json")
    expect({ code, err }).toEqual({ code: 2, err: "--data is given twice.\nSee: bottega shops list --help\n" })
  })

  it.each([
    ["--url", "http://127.0.0.1:3000"],
    ["--mongo", "mongodb://127.0.0.1:1/x"]
  ])("does not take two stores: --data and %s", async (flag, value) => {
    const { code, err } = await within("shops", "list", flag, value, "--data", "x.db")
    expect(code).toBe(2)
    expect(err).toMatch(/^(--url and --data|--data and --mongo) name two stores; use only one\.\n/)
  })

  it.each([
    ["faults list", ["faults", "list"]],
    ["clock move", ["clock", "move", "--forward_seconds", "60"]],
    ["snapshots restore", ["snapshot", "restore", "--name", "full", "--data", "x.db"]],
    ["snapshots reset", ["reset"]],
    ["throttle setUsed", ["throttle", "setUsed", "--key", "k", "--policy", "updates", "--used", "5"]],
    ["requests list", ["requests", "list"]],
    ["logs", ["logs", "--data", "x.db"]]
  ])("asks for the server that %s is about", async (command, args) => {
    const err = `${command} needs a running server: name it with --url.\nSee: bottega ${command} --help\n`
    expect(await within(...args)).toEqual({ code: 2, out: "", err })
  })

  it("is not the version, or help that was asked for", async () => {
    expect(await within("--version")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      err: ""
    })
    const { out } = await within("--help")
    expect(out).toMatch(/^Examples:\n {2}bottega serve --demo\n/)
    expect(out).toMatch(/^ {2}--version +Print the version\.$/m)
    expect((await within("completions", "bash")).out).toContain("--version")
    expect(await within("-h")).toEqual({ code: 0, out, err: "" })
    expect(await within("help")).toEqual({ code: 0, out, err: "" })
    const operation = await within("help", "shops", "create")
    expect(operation).toMatchObject({ code: 0, err: "" })
    expect(await within("shops", "create", "--nmae", "x", "--help")).toEqual(operation)
    expect((await within("help", "serve")).out).toContain("--demo-orders <count>")
    expect(await within("help", "shosp")).toMatchObject({ code: 2, out: "" })
  })
})
