/**
 * Runs the guide for existing clients as it is written, with its clients in Node, PHP and Python: in a namespace with a hosts
 * file and a port 443 of its own, so that nothing of the machine is changed and no privilege is needed.
 */
import { spawn, spawnSync } from "node:child_process"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { unpacked } from "@bottega/mongo-stand-in/debian"
import { afterAll, beforeAll, expect, it } from "vitest"
import { phpHere } from "./php.ts"
import { environment, main } from "./shell.ts"

const guide = readFileSync(join(import.meta.dirname, "../../../docs/guides/existing-clients.md"), "utf8")
const sectionOf = (title: string): string => guide.split(/^###? /m).find((text) => text.startsWith(title))!
const blockOf = (title: string, tag = "sh"): string =>
  new RegExp(`^\`\`\`${tag}\\n(.*?)^\`\`\``, "ms").exec(sectionOf(title))![1]!
const clients = [...guide.matchAll(/^```(?:js|php|python) (\S+)\n(.*?)^```/gms)]

const folder = mkdtempSync(join(tmpdir(), "bottega-clients-"))
const programs = join(folder, "programs")
let mkcert: string | undefined
/** Why a program cannot be used. */
const missing = new Map<string, string>()

const found = (program: string, ...args: ReadonlyArray<string>): boolean => spawnSync(program, args).status === 0
const script = (name: string, line: string): void => {
  writeFileSync(join(programs, name), `#!/bin/sh\n${line}\n`)
  chmodSync(join(programs, name), 0o755)
}

/** PHP and mkcert of the machine, or of its packages. */
const preparePrograms = async (): Promise<void> => {
  mkdirSync(programs)
  script("bottega", `exec '${process.execPath}' '${main}' "$@"`)
  script("sudo", 'exec "$@"')
  const php = await phpHere()
  if ("missing" in php) missing.set("php", php.missing)
  else script("php", `${php.line} "$@"`)
  if (found("mkcert", "-version")) mkcert = "mkcert"
  if (mkcert === undefined) await fetched("mkcert", ["mkcert"], useMkcert)
}

/** Uses a program from its packages, of which only what the machine lacks is unpacked, or says why it is not available. */
const fetched = async (
  program: string,
  packages: ReadonlyArray<string>,
  use: (root: string) => void
): Promise<void> => {
  const found = await unpacked(`clients-2-${program}`, packages)
  if ("missing" in found) missing.set(program, found.missing)
  else if (existsSync(join(found.root, "usr/bin"))) use(found.root)
  else missing.set(program, `the machine has ${packages.join(", ")} and cannot run it`)
}

const useMkcert = (root: string): void => script("mkcert", (mkcert = `exec '${root}/usr/bin/mkcert' "$@"`))

/** Enters namespaces of its own as their root; where only root may, as root. */
const ways = [
  ["--user", "--map-root-user", "--mount", "--net"],
  ["--mount", "--net"]
]
/** Brings the loopback interface up (SIOCSIFFLAGS), and puts a hosts file in the place of the machine's. */
const enter = `perl -e 'use Socket; socket(S, PF_INET, SOCK_DGRAM, 0) or die; my $up = pack("a16s", "lo", 0x49);
  ioctl(S, 0x8914, $up) or die $!'
printf '127.0.0.1 localhost\\n' > hosts
mount --bind hosts /etc/hosts
`
const wayIn = (): ReadonlyArray<string> | undefined =>
  ways.find((way) => spawnSync("unshare", [...way, "sh", "-euc", enter], { cwd: folder }).status === 0)

beforeAll(async () => {
  await preparePrograms()
  for (const [name, file] of clients.map(([, name, text]) => [name!, text!])) writeFileSync(join(folder, name!), file!)
  if (!found("python3", "--version")) missing.set("python3", "it is not installed")
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs lines of a shell to their end; a server that they leave behind ends with them. */
const runShell = (way: ReadonlyArray<string>, lines: string) =>
  new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const PATH = [programs, dirname(process.execPath), process.env["PATH"]].join(delimiter)
    const inside = ["--fork", "--pid", "--kill-child", ...way, "bash", "-euo", "pipefail", "-c", lines]
    const env = { ...environment, PATH, CAROOT: join(folder, "authority") }
    const child = spawn("unshare", inside, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] })
    const result = { out: "", err: "" }
    child.stdout.setEncoding("utf8").on("data", (text) => (result.out += text))
    child.stderr.setEncoding("utf8").on("data", (text) => (result.err += text))
    child.on("close", (code) => resolve({ code, ...result }))
  })

/** The guide as one script: the server in the background, and each client without trust before it has it. */
const scriptOf = (certificate: string, languages: ReadonlyArray<string>): string => {
  const server = blockOf("2. A server", "sh server").trimEnd()
  const untrusting = { Node: "node client.mjs", PHP: "php client.php | grep -q PHP:", Python: "python3 client.py" }
  const refused = (line: string) =>
    `if ${line} > refused 2>&1; then echo "trusted what it should not: ${line}"; exit 9; fi\n`
  return [
    enter,
    blockOf(certificate),
    `${server} > server.log 2>&1 &\n`,
    'until [ -e bottega.credentials.json ] && node -e \'require("net").connect(443).on("error", () => process.exit(1)).end()\'\n',
    "do kill -0 $! && sleep 0.2; done\n",
    blockOf("2. A server"),
    blockOf("3. The name"),
    blockOf("4. Trust"),
    ...languages.map((name) => refused(untrusting[name as keyof typeof untrusting]) + blockOf(name)),
    blockOf("The command line")
  ].join("")
}

const where = (certificate: string, program: string) =>
  it(`a client in each language reaches the store by the address in its code, ${certificate}`, {
    timeout: 180_000
  }, async () => {
    const name = `the guide for existing clients, ${certificate}`
    const way = wayIn()
    const why = way === undefined ? "it needs unshare with namespaces that are allowed, and perl" : missing.get(program)
    if (way === undefined || why !== undefined) return console.log(`not run: ${name}: ${why}`)
    const all = { Node: "node", PHP: "php", Python: "python3" }
    const languages = Object.entries(all).filter(([, program]) => !missing.has(program))
    for (const [language, program] of Object.entries(all))
      if (missing.has(program)) console.log(`not run: ${name}, ${language}: ${missing.get(program)}`)
    const { code, err, out } = await runShell(
      way,
      scriptOf(
        certificate,
        languages.map(([language]) => language)
      )
    )
    expect({ code, out, err }).toMatchObject({ code: 0 })
    const order = "[0-9]+_[0-9a-f]{13}"
    expect(out).toMatch(
      new RegExp(
        `^Node: ${order} https://api\\.store\\.example/v1\\.1/products/product\\.json\\?uid=\\d+ 200 \\d+/\\d+$`,
        "m"
      )
    )
    if (!missing.has("php")) expect(out).toMatch(new RegExp(`^PHP: (${order}) \\1$`, "m"))
    if (!missing.has("python3")) expect(out).toMatch(new RegExp(`^Python: ${order} \\d+/\\d+$`, "m"))
    expect(out).toContain('{"status":"ok"')
    for (const file of readdirSync(folder))
      if (/\.db|\.pem|credentials|authority/.test(file)) rmSync(join(folder, file), { recursive: true })
  })

where("With mkcert", "mkcert")
where("With openssl", "openssl")

it("each block of the guide is one that is run here", () => {
  expect(guide.match(/^```\w/gm)).toHaveLength(10 + clients.length)
  expect(clients).toHaveLength(3)
  for (const [, , text] of clients) expect(text).toContain("https://api.store.example/v1.1")
})
