/** A link to the document that a value names, by what people call it. */
import { useEffect, useState } from "preact/hooks"
import { mayCall } from "../call/session.ts"
import { areaOfCollection, listOfCollection } from "../fold/area.ts"
import { type Target, targetsOf } from "../form/targets.ts"
import { linkTo } from "../page/router.ts"

/** Until its name is known, and if it has none, the link has the key. */
export const Reference = ({ collection, value }: { readonly collection: string; readonly value: string }) => {
  const [title, setTitle] = useState("")
  useEffect(() => {
    const list = listOfCollection(collection)
    // A list of pages may be long, and is not read for a name.
    if (list === undefined || list.answer === "page" || !mayCall(list)) return
    const end = new AbortController()
    namesOf(collection).then(
      (all) => end.signal.aborted || setTitle(all.find(({ key }) => key === value)?.title ?? ""),
      () => {}
    )
    return () => end.abort()
  }, [collection, value])
  const area = areaOfCollection(collection)
  const text = title === "" ? value : title
  return area === undefined ? <span>{text}</span> : <a href={linkTo([area, value])}>{text}</a>
}

const asked = new Map<string, Promise<ReadonlyArray<Target>>>()

/** The names of a collection; a page with several references reads them once. */
const namesOf = (collection: string): Promise<ReadonlyArray<Target>> => {
  const known = asked.get(collection)
  if (known !== undefined) return known
  const names = targetsOf(collection, new AbortController().signal).finally(() => asked.delete(collection))
  asked.set(collection, names)
  return names
}
