import { existsSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { discard, readFormData } from "../src/form-data.ts"

it("keeps a file until it is discarded, and its name in the tree", async () => {
  const form = new FormData()
  form.append("file", new File(["abc"], "template.zip"))
  const { parsed, upload } = await readFormData(form, true)
  expect(parsed.root.child("file").values).toEqual(["template.zip"])
  const digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
  expect(upload).toMatchObject({ name: "file", filename: "template.zip", size: 3, digest })
  expect(readFileSync(upload!.path, "utf8")).toBe("abc")
  await discard(upload)
  expect(existsSync(upload!.path)).toBe(false)
})

it("takes one file", async () => {
  const form = new FormData()
  for (const name of ["one", "two"]) form.append(name, new File(["abc"], "x"))
  const { parsed, upload } = await readFormData(form, true)
  expect([upload?.name, parsed.problems]).toEqual(["one", [{ path: "two", message: "is a second file" }]])
  await discard(upload)
})
