/** The script that starts Scalar on the API page, as its browser runs it. */

/**
 * Requests go to the server that the page came from, whatever address the description names. Scalar's search knows the
 * title, the text and the path of an operation, and its parameters only if they are at the top of a JSON body. So the names
 * and titles of all parameters are added to the text as a comment, which is searched and not shown. The header `exchange`
 * is a credential here, so it is removed from the parameters. Scalar's check of a schema wants a type beside `anyOf` if
 * lists or objects are among its members, and refuses items without a type; JSON Schema requires neither.
 */
export const startScript = `const configuration = JSON.parse(document.getElementById("configuration").textContent)
const base = new URL(".", location.href).href.replace(/[/]$/, "")
const loading = document.getElementById("loading")
let failed = false

const fail = () => {
  failed = true
  loading.innerHTML = 'The API page could not be loaded. <a href="openapi.json">openapi.json</a> describes the API.'
}

const parametersOf = ({ parameters = [], requestBody }, { components }) => {
  const form = Object.entries(requestBody?.content ?? {}).find(([type]) => type !== "application/json")?.[1]
  const schema = components.schemas[form?.schema.$ref?.split("/").at(-1)]
  return [
    ...parameters.filter(({ name }) => name !== undefined).map(({ name, schema }) => [name, schema]),
    ...Object.entries(schema?.properties ?? {})
  ]
}

const addTerms = (description) => {
  for (const path of Object.values(description.paths)) delete path.parameters
  const operations = Object.values(description.paths).flatMap((path) => Object.values(path))
  for (const operation of operations) {
    const terms = parametersOf(operation, description).flatMap(([name, { title }]) => [
      ...name.split(/[^\\w.]+/).filter((part) => /^[a-z]/i.test(part)),
      ...(title === undefined ? [] : [title])
    ])
    operation.description += "\\n\\n<!-- " + [...new Set(terms)].join(" | ") + " -->"
  }
  return description
}

const asScalarTakes = (_name, value) => {
  const { anyOf, items, type } = value ?? {}
  if (type === "array" && items !== undefined && Object.keys(items).length === 0) return { ...value, items: undefined }
  if (type !== undefined || !Array.isArray(anyOf)) return value
  const types = anyOf.map((member) => member.type)
  return types.includes("array") || types.includes("object") ? { type: types, ...value } : value
}

const load = async (input, init) => {
  try {
    const response = await fetch(input, init)
    if (!response.ok) throw new Error("openapi.json was answered with " + response.status)
    return new Response(JSON.stringify(addTerms(await response.json()), asScalarTakes))
  } catch (error) {
    fail()
    throw error
  }
}

if (globalThis.Scalar === undefined) fail()
else
  Scalar.createApiReference("#page", {
    ...configuration,
    servers: [{ url: base }],
    fetch: (input, init) => (String(input).endsWith("openapi.json") ? load(input, init) : fetch(input, init)),
    onLoaded: () => failed || loading.remove()
  })
`
