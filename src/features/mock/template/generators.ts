import { basic } from './basic.ts'
import { dates } from './dates.ts'
import type { Generator } from './generator-tools.ts'
import { helpers } from './helpers.ts'
import { locations } from './locations.ts'
import { people } from './people.ts'
import { texts } from './texts.ts'
import { web } from './web.ts'

/** The generators by name, in lower case: names are case-insensitive. */
export const generators: ReadonlyMap<string, Generator> = new Map(
  [basic, dates, texts, people, locations, web, helpers].flatMap((group) => Object.entries(group)),
)
