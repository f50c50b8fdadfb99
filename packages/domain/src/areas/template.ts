/** A shop's template: snippets of JavaScript for its pages, and the package that its storefront is made from. Nothing renders either. */
import { Schema } from "effect"
import { Done } from "../contract/answers.ts"
import { area } from "../contract/area.ts"
import { collection } from "../contract/collection.ts"
import { withDefault } from "../contract/defaults.ts"
import { del, post, stream } from "../contract/endpoint.ts"
import { number, text } from "../contract/lookup.ts"
import { Conflict, NotFound } from "../contract/refusals.ts"
import { File, Flag, Html, Int, names, rule, ServiceID, Text, Title, Unix } from "../contract/values.ts"

const SnippetId = names("snippets", ServiceID)

/** A snippet as callers see it. */
export const ShownSnippet = Schema.Struct({ id: SnippetId, name: Text, content: Text }).annotate({
  identifier: "Snippet"
})
export type ShownSnippet = typeof ShownSnippet.Type

/** A snippet as stored; `elaborate` is 1 if it holds data that the template must load. */
export const Snippet = Schema.Struct({
  ...ShownSnippet.fields,
  elaborate: Flag,
  created: Int.annotate({ description: "Unix milliseconds: scripts run in the order in which they were added." })
})
export type Snippet = typeof Snippet.Type

/** The package of a shop, which has one at most; its bytes are the archive as it was sent. */
export const Package = Schema.Struct({
  id: Schema.Literal("package"),
  digest: Text.annotate({ description: "The SHA-256 of the archive, in hex." }),
  size: Int.annotate({ description: "The size of the archive in bytes." }),
  files: Int,
  unpackedBytes: Int,
  uploaded: Unix
})
export type Package = typeof Package.Type

/** The most snippets of a shop. */
export const maxSnippets = 100

export const collections = {
  snippets: collection("snippets", Snippet, {
    noun: "snippet",
    personal: "none",
    key: ({ id }) => id,
    lookups: { created: number(({ created }) => created) },
    orders: [["created"]],
    beside: ["elaborate", "created"],
    maxDocuments: maxSnippets
  }),
  packages: collection("packages", Package, {
    noun: "template package",
    personal: "none",
    key: ({ id }) => id,
    lookups: { digest: text(({ digest }) => digest) },
    bytes: "digest"
  })
}

/** What a package may be, for the description of its upload. */
const packageBounds =
  "A zip archive of up to 50 MiB, whose root is the template's root: up to 2,000 files and folders, of up to 5 MiB each and 50 MiB in all once it is unpacked. An archive is refused for its first entry that leads outside, is a link, encrypted, damaged or an archive itself, or would not unpack to the same files on every system. A new package replaces the previous one."

const endpoints = {
  snippets: stream("/template/js.json", {
    summary: "List the snippets of the template, the oldest first.",
    columns: ["id", "name", "content"],
    output: Schema.Array(ShownSnippet)
  }),
  createSnippet: post("/template/js.json", {
    summary: "Add a snippet of JavaScript to the template.",
    description: `A shop has up to ${maxSnippets} snippets.`,
    input: {
      name: Title(255).annotate({ description: "Several snippets may have the same name." }),
      content: Html.check(rule("must not be empty", (text: string) => text !== "", { minLength: 1 })).annotate({
        description: "The script, of up to 1 MiB."
      }),
      embed: withDefault(Flag, 0).annotate({
        description: "0 keeps the content within a script tag, 1 keeps it as it is."
      }),
      elaborate: withDefault(Flag, 0).annotate({
        description: "1 for a script with data that the template must load."
      })
    },
    output: Schema.Struct({ script_id: SnippetId }),
    refusals: [Conflict],
    example: { name: "Consent banner", content: "window.consent = true", embed: 0 }
  }),
  removeSnippet: del("/template/js.json", {
    summary: "Remove a snippet for good.",
    input: {
      id: SnippetId.annotate({ description: "The snippet." }),
      permanent: Schema.optionalKey(
        Text.annotate({ description: "Any value: a removal is permanent with it and without it." })
      )
    },
    output: Done,
    refusals: [NotFound]
  }),
  upload: post("/template/package.json", {
    summary: "Upload the package of the template.",
    description: packageBounds,
    input: { file: File.annotate({ description: "The zip archive." }) },
    output: Schema.Struct({ upload: Schema.Literal("completed") }),
    requires: "partner_owned",
    upload: true
  })
}

export const template = area({ endpoints, collections, checks: [], events: {} })

/** What is kept of a snippet's content. */
export const embedded = (content: string, embed: 0 | 1): string =>
  embed === 1 ? content : `<script>${content}</script>`
