import { z } from 'zod'
import { endpoint, query, upload } from './endpoint.ts'
import type { ErrorName } from './errors.ts'
import { OptionalFlag, OptionalId, Secret, SingleLine, Text } from './fields.ts'
import { OptionalVisibility, Visibility } from './visibility.ts'

const named = z.object({ name: z.string(), reason: z.string() })

/** What an import found, and what it would do; nothing has been written yet. */
export const ImportReport = z.object({
  source: z.enum(['showdoc', 'showdoc-old', 'markdown', 'openapi', 'postman']),
  item_name: z.string(),
  item_type: z.number(),
  is_private: z.boolean(),
  /** The default visibility of the new item: as the file says, or its members. */
  visibility: Visibility,
  catalogs: z.number(),
  pages: z.number(),
  new_pages: z.number(),
  /** Pages with the same title in the same catalog: their text becomes a history version. */
  replaced: z.array(z.object({ path: z.string(), page_title: z.string() })),
  /** Images on other hosts than the site's own without https, which browsers may not load here. */
  http_pictures: z.number(),
  skipped: z.array(named),
  notes: z.array(named),
})

const refusals = [
  'importNoFile',
  'importNotZip',
  'importDamaged',
  'importEncrypted',
  'importTooManyEntries',
  'importEntryTooLarge',
  'importTooLarge',
  'importDescriptionTooLarge',
  'importRatio',
  'importHostileName',
  'importDuplicateName',
  'importSymlink',
  'importUnsupported',
  'importBadJson',
  'importJsonTooDeep',
  'importJsonTooMany',
  'importEmpty',
  'importTooSlow',
  'importBadYaml',
  'importYamlTab',
  'importYamlIndent',
  'importYamlDuplicateKey',
  'importYamlManyDocuments',
  'importYamlAlias',
  'importUnknownJson',
  'importOnePage',
  'catalogTooMany',
  'tooManyRequests',
  'noRight',
  'itemArchived',
] as const satisfies readonly ErrorName[]

/** The item that a file is imported into (0 for a new one), and the client that imports it. */
const target = {
  item_id: OptionalId,
  /**
   * `runapi`: a new item from an API description gets the type that API clients edit. Its pages are API JSON in any
   * item.
   */
  from: Text(20).optional(),
}

/**
 * Calls that import pages from files: ShowDoc archives, Markdown archives, Swagger and OpenAPI descriptions, Postman
 * collections.
 */
export const imports = {
  check: upload({
    summary: [
      'Check a file to import and report what it would change, without writing anything',
      '检查要导入的文件，不写入任何内容',
    ],
    access: 'user',
    file: 'file',
    input: z.object(target),
    output: z.object({ job_id: z.string(), report: ImportReport }),
    errors: refusals,
  }),
  start: endpoint({
    summary: ['Start a checked import as a task', '执行已检查的导入（后台任务）'],
    creates: true,
    access: 'user',
    input: z.object({
      job_id: Text(64),
      item_name: SingleLine().optional(),
      /** Left out: as the file says; if the file does not say, the item is for members only. */
      visibility: OptionalVisibility,
      /** The same with two values, if `visibility` is left out. */
      is_private: OptionalFlag,
      password: Secret.optional(),
    }),
    output: z.object({ job_id: z.string() }),
    errors: ['jobGone', 'jobNotReady', 'noRight', 'itemArchived', 'privateNeedsPassword'],
  }),
  auto: upload({
    summary: [
      'Import a file in one request, into a new or an existing project',
      '一次调用完成导入，新建或写入现有项目',
    ],
    access: 'user',
    file: 'file',
    input: z.object({ ...target, visibility: OptionalVisibility, password: Secret.optional() }),
    output: z.object({ item_id: z.number() }),
    errors: [...refusals, 'privateNeedsPassword'],
  }),
}

/** A person's long-running operation, which continues when the window closes. */
export const Job = z.object({
  job_id: z.string(),
  kind: z.string(),
  title: z.string(),
  state: z.enum(['checked', 'running', 'done', 'failed', 'cancelled']),
  done: z.number(),
  total: z.number(),
  /** Set when done: the item that was written. */
  item_id: z.number(),
  error_name: z.string(),
  error_message: z.string(),
  addtime: z.number(),
})

/** Calls for the caller's jobs. */
export const job = {
  list: query({
    summary: ['List your tasks of the last day, newest first', '我最近一天的任务，新的在前'],
    access: 'user',
    input: z.object({}),
    output: z.array(Job),
  }),
  cancel: endpoint({
    summary: ['Cancel a task and undo what it has written', '取消任务，并撤回已写入的内容'],
    access: 'user',
    input: z.object({ job_id: Text(64) }),
    output: z.object({ success: z.boolean() }),
    errors: ['jobGone'],
  }),
}
