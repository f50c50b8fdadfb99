/** The colours of the demo shop's things. */
import type { Tone } from "./kit.ts"

const tone = (light: string, main: string, dark: string): Tone => ({ light, main, dark })

/** The tones of the variants, by their colour or flavour; the empty one is that of a thing without either. */
export const tones: Readonly<Record<string, Tone>> = {
  "": tone("#ece0c8", "#d8c7a3", "#a8946c"),
  blu: tone("#8aa9cf", "#3f6399", "#274470"),
  ocra: tone("#efcd86", "#d19a3a", "#97691f"),
  verde: tone("#b3caa4", "#6f9168", "#486646"),
  bianco: tone("#ffffff", "#f6f2ea", "#cfc7b8"),
  lino: tone("#ece0c8", "#d8c7a3", "#a8946c"),
  salvia: tone("#cfdac6", "#a9b99c", "#76886b"),
  cannella: tone("#d9a066", "#a9683a", "#74421f"),
  peperoncino: tone("#e57a66", "#c23b2c", "#84231a"),
  arancia: tone("#f6c27a", "#e08a2b", "#a85f14")
}

export const wood = tone("#e0b985", "#c08a52", "#8a5c30")
export const walnut = tone("#a97b55", "#7a5234", "#4f331f")
export const copper = tone("#eab08a", "#c9764a", "#8f4a2a")
export const steel = tone("#f0f2f3", "#c3c9cd", "#858d93")
export const brown = tone("#b98254", "#8e5a33", "#5e3819")
export const wool = tone("#d9c7b4", "#b59a80", "#836a54")
export const brick = tone("#d98a6f", "#b6573d", "#7f3726")
export const paper = tone("#fffdf6", "#f5edda", "#d6c8a8")
export const ink = "#3a2f28"
export const cream = "#fbf6ea"
