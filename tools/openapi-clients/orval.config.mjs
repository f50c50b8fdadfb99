// How orval makes its client. Of several content types of a body it would send none, so it gets one.
export default {
  bottega: {
    input: "./made/openapi.json",
    output: {
      target: "made/orval.ts",
      client: "fetch",
      baseUrl: { getBaseUrlFromSpecification: true },
      override: { contentType: { include: ["application/json"] } }
    }
  }
}
