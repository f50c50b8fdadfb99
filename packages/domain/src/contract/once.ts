/** Makes a function that computes its result once for each object it is called with. */
export const oncePer = <Key extends object, A>(of: (key: Key) => A): ((key: Key) => A) => {
  const known = new WeakMap<Key, { readonly value: A }>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found.value
    const value = of(key)
    known.set(key, { value })
    return value
  }
}
