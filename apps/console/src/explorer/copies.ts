/** A call as others write it: curl, the client, the command, PHP. They use a key set, as a program does. */
import { format } from "@bottega/domain/form"
import type { Operation } from "../contract/operation.ts"

export type Parameters = Readonly<Record<string, unknown>>

/** The forms there are. */
export const copyKinds = ["curl", "client", "command", "PHP"] as const
export type CopyKind = (typeof copyKinds)[number]

/** A call as a text to run; the credentials are in variables of its environment. */
export const copyAs = (kind: CopyKind, operation: Operation, given: Parameters, base: string): string => {
  const parameters = Object.fromEntries(Object.entries(given).filter(([, value]) => !(value instanceof Blob)))
  switch (kind) {
    case "curl":
      return curlOf(operation, parameters, base)
    case "client":
      return clientOf(operation, parameters, base)
    case "command":
      return commandOf(operation, parameters)
    case "PHP":
      return phpOf(operation, parameters, base)
  }
}

const pairsOf = (parameters: Parameters): ReadonlyArray<readonly [string, string]> => format(parameters)

/** A word for a shell. */
const quoted = (word: string): string => (/^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

const isControl = ({ surface }: Operation): boolean => surface === "control"

const curlOf = (operation: Operation, parameters: Parameters, base: string): string => {
  const { method, path, surface } = operation
  const credentials =
    surface === "public"
      ? []
      : isControl(operation)
        ? ['-H "Authorization: Bearer $BOTTEGA_TOKEN"']
        : ['-H "key: $BOTTEGA_KEY"', '-H "exchange: $BOTTEGA_EXCHANGE"']
  const data = pairsOf(parameters).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`)
  const verb = method === "GET" ? (data.length > 0 ? ["--get"] : []) : [`-X ${method}`]
  return [`curl ${quoted(base + path)}`, ...verb, ...credentials, ...data].join(" \\\n  ")
}

const clientOf = (operation: Operation, parameters: Parameters, base: string): string => {
  const { area, name } = operation
  const credentials = isControl(operation)
    ? "token: process.env.BOTTEGA_TOKEN"
    : "key: process.env.BOTTEGA_KEY, exchange: process.env.BOTTEGA_EXCHANGE"
  const sent = Object.keys(parameters).length === 0 ? "" : JSON.stringify(parameters, null, 2)
  return `import { Bottega } from "@bottega/client"

const store = new Bottega({ url: ${JSON.stringify(base)}, ${credentials} })
const answer = await store.${area}.${name}(${sent})`
}

const commandOf = ({ area, input, name }: Operation, parameters: Parameters): string => {
  const nested = new Set(
    input
      .filter(({ inner, item, kind, member }) => kind !== "commas" && (inner ?? member ?? item?.inner))
      .map((one) => one.name)
  )
  const flags = pairsOf(parameters).map(([path, value]) => {
    const [own = path] = path.split("[")
    return nested.has(own) ? `--set ${quoted(`${path}=${value}`)}` : `--${own} ${quoted(value)}`
  })
  return [`bottega ${area} ${name}`, ...flags].join(" \\\n  ")
}

const phpOf = (operation: Operation, parameters: Parameters, base: string): string => {
  const { method, path } = operation
  const headers = isControl(operation)
    ? `'Authorization: Bearer ' . getenv('BOTTEGA_TOKEN')`
    : `'key: ' . getenv('BOTTEGA_KEY'), 'exchange: ' . getenv('BOTTEGA_EXCHANGE')`
  // PHP's arrays have each name once; the text has names as often as they are sent.
  const sent = new URLSearchParams(pairsOf(parameters).map(([name, value]) => [name, value])).toString()
  const url = phpText(method === "GET" && sent !== "" ? `${base}${path}?${sent}` : base + path)
  const body = method === "GET" || sent === "" ? "" : `    CURLOPT_POSTFIELDS => ${phpText(sent)},\n`
  return `<?php
$call = curl_init(${url});
curl_setopt_array($call, [
    CURLOPT_CUSTOMREQUEST => '${method}',
    CURLOPT_HTTPHEADER => [${headers}],
    CURLOPT_RETURNTRANSFER => true,
${body}]);
$answer = json_decode(curl_exec($call), true);`
}

const phpText = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`
