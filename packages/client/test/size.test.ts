import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"
import { expect, it } from "vitest"
import { frozen } from "../../../tools/routes.ts"
import { routes, tags } from "../src/routes.ts"

/** The published package as a browser's bundler bundles it. */
const bundled = async () => {
  const build = await rolldown({
    input: join(import.meta.dirname, "../src/index.ts"),
    platform: "browser",
    plugins: [{ name: "as packed", load: (id) => (id.endsWith("client/src/routes.ts") ? frozen() : null) }]
  })
  const { output } = await build.generate({ format: "esm", minify: true })
  await build.close()
  return output[0]
}

it("is small, and uses only what a browser provides", async () => {
  const { code, imports, modules } = await bundled()
  const size = gzipSync(code, { level: 9 }).length
  console.log(`@bottega/client: ${(size / 1024).toFixed(1)} KB gzipped`)
  expect(size).toBeLessThan(12 * 1024)
  expect(imports).toEqual([])
  expect(Object.keys(modules).filter((id) => id.includes("node_modules/effect"))).toEqual([])
})

it("has every route when it is packed", async () => {
  const packed = await import(`data:text/javascript,${encodeURIComponent(frozen())}`)
  expect({ ...packed }).toEqual({ routes, tags })
})
