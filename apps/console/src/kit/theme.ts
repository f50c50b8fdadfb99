/** Light or dark: the system's choice unless the person made one. */
import { signal } from "@preact/signals"
import { read, write } from "../kept.ts"

export const themes = ["system", "light", "dark"] as const
export type Theme = (typeof themes)[number]

const kept = read<Theme>("theme")
export const theme = signal<Theme>(kept !== undefined && themes.includes(kept) ? kept : "system")

theme.subscribe((one) => {
  if (one === "system") delete document.documentElement.dataset["theme"]
  else document.documentElement.dataset["theme"] = one
})

/** Chooses a theme. */
export const show = (one: Theme): void => {
  theme.value = one
  write("theme", one)
}
