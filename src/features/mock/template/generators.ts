import { basic } from './basic.ts'
import { dates } from './dates.ts'
import { helpers } from './helpers.ts'
import { people } from './people.ts'
import { places } from './places.ts'
import { texts } from './texts.ts'
import type { Generator } from './tools.ts'
import { web } from './web.ts'

/** The placeholders by name, in small letters: they are known in any. */
export const generators: ReadonlyMap<string, Generator> = new Map(
  [basic, dates, texts, people, places, web, helpers].flatMap((group) => Object.entries(group)),
)
