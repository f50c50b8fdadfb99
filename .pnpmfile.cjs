// Scalar's bundle contains all of its dependencies, so that none of them is installed.
const readPackage = (manifest) =>
  manifest.name === "@scalar/api-reference" ? { ...manifest, dependencies: {} } : manifest

module.exports = { hooks: { readPackage } }
