/** The demo shop's customer groups. */
import type { CustomerGroup } from "@bottega/domain/areas/customergroups"
import { type Chance, idAt } from "./chance.ts"

const groups: ReadonlyArray<readonly [name: string, label_color: string, description: string]> = [
  ["Clienti abituali", "#2f855a", "Almeno cinque ordini in un anno."],
  ["Stampa", "#6b46c1", "Giornalisti e fotografi: campioni in prestito."],
  ["Amici della bottega", "#2b6cb0", "Inviti alle serate del corso di ceramica."]
]

/** All groups, made when the shop opened, in unix seconds. */
export const groupsOf = (chance: Chance, opened: number): ReadonlyArray<CustomerGroup> =>
  groups.map(([name, label_color, description], index) => ({
    id: idAt(opened + index, chance),
    ...{ name, label_color, description },
    metadata: []
  }))
