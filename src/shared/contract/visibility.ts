import { z } from 'zod'
import { typeDescription } from './fields.ts'

/** Who can see an item besides its members: nobody, those who know its access password, or everyone. */
export const Visibility = z.enum(['members', 'password', 'public'])

/** One of the three. */
export type Visibility = z.output<typeof Visibility>

/** The new visibility of an item; if left out or empty, ShowDoc's own fields determine it. */
export const OptionalVisibility = z
  .union([Visibility, z.literal('').transform(() => undefined)])
  .optional()
  .meta(typeDescription('`members`, `password` or `public`', '`members`、`password` 或 `public`'))
