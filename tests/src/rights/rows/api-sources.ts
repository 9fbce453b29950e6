import { everyone, managers, nobody, type Rows, wholeEditors } from '#tests/support/rights/row.ts'
import type { At } from '#tests/support/rights/world.ts'

const item = ({ side }: At) => ({ item_id: side.item })
const description = () =>
  new File(
    [
      JSON.stringify({
        openapi: '3.0.3',
        info: { title: 'Q', version: '1' },
        paths: { '/q': { get: { summary: 'Q' } } },
      }),
    ],
    'q.json',
  )
// No source exists; api-source/api-source.test.ts has some.
const gone = { source_id: 1 }
const written = ['page', 'page_content', 'page_import', 'api_source', 'item_change_log', 'item'] as const

/** The sources that API descriptions are synchronised from. */
export const apiSources: Rows = {
  'apiSource/getList': { allow: managers, fields: item },
  'apiSource/save': {
    allow: managers,
    writes: ['api_source'],
    onArchived: 'refused',
    fields: (at) => ({ ...item(at), url: 'https://docs.example.com/api.json', cat_id: at.place.cat }),
  },
  'apiSource/delete': { allow: nobody, fields: (at) => ({ ...item(at), ...gone }) },
  'apiSource/check': { allow: nobody, fields: (at) => ({ ...item(at), ...gone }) },
  'apiSource/start': { allow: nobody, fields: (at) => ({ ...item(at), job_id: 'none' }) },
  'apiSource/push': {
    allow: wholeEditors,
    writes: written,
    isDear: true,
    onArchived: 'refused',
    fields: (at) => ({ ...item(at), file: description() }),
  },
  'open/pushDescription': {
    allow: everyone,
    writes: written,
    isDear: true,
    isSecret: true,
    onArchived: 'refused',
    fields: (at) => ({ ...at.side.key, file: description() }),
  },
  // An internal network, which the guard rejects; api-source/api-source.test.ts has an address that answers.
  'import/checkAddress': [
    { allow: nobody, fields: () => ({ url: 'http://127.0.0.1:9/api.json' }) },
    { about: 'into an item', allow: nobody, fields: (at) => ({ ...item(at), url: 'http://127.0.0.1:9/api.json' }) },
  ],
}
