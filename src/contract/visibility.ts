import { z } from 'zod'
import { typeDescription } from './fields.ts'

/** Who can see an item beside its members: nobody, those who know its access password, or everyone. */
export const Visibility = z.enum(['members', 'password', 'public'])

/** One of the three. */
export type Visibility = z.output<typeof Visibility>

/** Who shall see an item; left out or empty, the fields of ShowDoc say it. */
export const OptionalVisibility = z
  .union([Visibility, z.literal('').transform(() => undefined)])
  .optional()
  .meta(typeDescription('`members`, `password` or `public`', '`members`、`password` 或 `public`'))
