import { png } from '#tests/src/features/attachment/files.ts'
import {
  admins,
  editors,
  managers,
  nobody,
  passers,
  type Rows,
  signedIn,
  viewers,
  wholeEditors,
} from '#tests/support/rights/row.ts'
import type { At } from '#tests/support/rights/world.ts'

const none = () => ({})
const textFile = () => new File(['a text\n'], 'a.txt')
const apiFile = () =>
  new File(
    [JSON.stringify({ openapi: '3.0.0', info: { title: 'T', version: '1' }, paths: { '/a': { get: {} } } })],
    'a.json',
  )

const uploads = (field: string, file: () => File): Rows[string] => [
  { allow: signedIn, writes: ['upload_file'], fields: () => ({ [field]: file() }) },
  {
    about: 'to a page',
    allow: editors,
    writes: ['upload_file', 'file_page'],
    onArchived: 'refused',
    fields: ({ side, place }: At) => ({ item_id: side.item, page_id: place.page, [field]: file() }),
  },
  {
    about: 'to an item',
    allow: editors,
    writes: ['upload_file'],
    onArchived: 'refused',
    fields: ({ side }: At) => ({ item_id: side.item, [field]: file() }),
  },
]

// The user who uploaded a file keeps it.
const visit = {
  allow: viewers,
  onOpen: passers,
  onDeleted: 'allowed',
  fields: ({ place }: At) => ({ sign: place.sign }),
} as const

const item = ({ side }: At) => ({ item_id: side.item })
// Exports are recorded.
const starting = { allow: editors, writes: ['job', 'item_change_log'], onArchived: 'allowed', isDear: true } as const
const exporting = { allow: editors, writes: ['item_change_log'], onArchived: 'allowed', isDear: true } as const

/** Attachments, import, export and jobs. */
export const files: Rows = {
  'page/upload': uploads('file', textFile),
  'page/uploadImg': uploads('editormd-image-file', png),
  'attachment/attachmentUpload': uploads('file', textFile),
  'attachment/uploadImg': uploads('editormd-image-file', png),
  'attachment/visitFile': visit,
  'common/visitFile': visit,
  'page/uploadList': { allow: viewers, onOpen: ['stranger'], fields: ({ place }) => ({ page_id: place.page }) },
  // Of those who did not upload a file, only managers can remove it permanently.
  'page/deleteUploadFile': {
    allow: managers,
    writes: ['upload_file', 'file_page'],
    onArchived: 'refused',
    fields: ({ place }) => ({ page_id: place.page, file_id: place.file }),
  },
  'attachment/getMyList': { allow: signedIn, fields: none },
  'attachment/deleteMyAttachment': {
    allow: signedIn,
    writes: ['upload_file'],
    onArchived: 'allowed',
    onDeleted: 'allowed',
    placeless: 'one’s own files lie anywhere',
    fields: ({ me }) => ({ file_id: me.file }),
  },
  'attachment/bindingPage': {
    allow: editors,
    writes: ['file_page'],
    onArchived: 'refused',
    fields: ({ me, place }) => ({ file_id: me.file, page_id: place.page }),
  },
  'attachment/getAllList': { allow: admins, fields: none },
  'attachment/deleteAttachment': {
    allow: admins,
    writes: ['upload_file'],
    onArchived: 'allowed',
    onDeleted: 'allowed',
    fields: ({ place }) => ({ file_id: place.file }),
  },
  'attachment/getUnusedList': { allow: admins, fields: none },
  'attachment/batchDeleteAttachments': {
    allow: admins,
    writes: ['upload_file'],
    onArchived: 'allowed',
    onDeleted: 'allowed',
    fields: ({ place, me }) => ({ file_ids: `${place.file},${me.file}` }),
  },

  'import/check': [
    { allow: signedIn, writes: ['job'], isDear: true, fields: () => ({ file: apiFile() }) },
    {
      about: 'into an item',
      allow: wholeEditors,
      writes: ['job'],
      isDear: true,
      onArchived: 'refused',
      fields: ({ side }) => ({ item_id: side.item, file: apiFile() }),
    },
  ],
  'import/start': { allow: signedIn, writes: ['job'], isDear: true, fields: ({ me }) => ({ job_id: me.job }) },
  'import/auto': [
    { allow: signedIn, writes: ['item', 'page'], isDear: true, fields: () => ({ file: apiFile() }) },
    {
      about: 'into an item',
      allow: wholeEditors,
      writes: ['page', 'item'],
      isDear: true,
      onArchived: 'refused',
      fields: ({ side }) => ({ item_id: side.item, file: apiFile() }),
    },
  ],
  'export/checkMarkdownLimit': { allow: signedIn, fields: none },
  'export/word': [
    { ...exporting, fields: item },
    { ...exporting, about: 'a catalog', fields: (at) => ({ ...item(at), cat_id: at.place.cat }) },
    { ...exporting, about: 'a page', fields: (at) => ({ ...item(at), page_id: at.place.page }) },
  ],
  'export/markdown': [
    { ...exporting, fields: item },
    { ...exporting, about: 'a catalog', fields: (at) => ({ ...item(at), cat_id: at.place.cat }) },
  ],
  'export/openapi': {
    allow: viewers,
    onOpen: passers,
    isDear: true,
    fields: (at) => ({ ...item(at), format: 'yaml' }),
  },
  'export/start': [
    { ...starting, fields: (at) => ({ ...item(at), format: 'markdown' }) },
    { ...starting, about: 'a catalog', fields: (at) => ({ ...item(at), format: 'docx', cat_id: at.place.cat }) },
    {
      ...starting,
      about: 'a choice',
      fields: (at) => ({ ...item(at), format: 'markdown', cat_ids: at.place.cat, page_ids: at.place.page }),
    },
  ],
  // Only the person who started a task may have its file, and this one is no export.
  'export/download': { allow: nobody, fields: ({ me }) => ({ job_id: me.job }) },
  'job/list': { allow: signedIn, fields: none },
  'job/cancel': { allow: signedIn, writes: ['job'], fields: ({ me }) => ({ job_id: me.job }) },
}
