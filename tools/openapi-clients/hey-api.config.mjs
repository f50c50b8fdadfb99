// How hey-api makes its client.
export default {
  input: "./made/openapi.json",
  output: "made/hey-api",
  plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"]
}
