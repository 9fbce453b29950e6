import { z } from 'zod'
import { about, endpoint, query } from './endpoint.ts'
import { described, EmptyList, typeDescription } from './fields.ts'
import { inputs } from './shared-fields.ts'

const level = z.enum(['off', 'hint', 'warning', 'error'])

const Rules = z
  .union([
    z.record(z.string().max(100), level),
    z
      .string()
      .max(5_000)
      .transform((text, context): unknown => {
        try {
          return JSON.parse(text)
        } catch {
          context.addIssue({ code: 'custom', message: 'not JSON' })
          return z.NEVER
        }
      }),
  ])
  .pipe(z.record(z.string().max(100), level))
  .meta(typeDescription('JSON object: a level for each rule', 'JSON 对象：规则与级别'))

const Finding = z.object({
  rule: described(z.string(), ['Name of the rule', '规则名称']),
  level: described(z.enum(['hint', 'warning', 'error']), ['Level', '级别']),
  text: described(z.string(), ['What to improve', '问题说明']),
  fix: described(z.enum(['', 'responseExample', 'requestExample', 'pathVariable']), [
    'What apiHealth/fix would add to the page; empty if it can’t',
    'apiHealth/fix 可补充的内容；无法修复时为空',
  ]),
})

/** Calls for the health of an item's API: what its pages lack, and a score. */
export const apiHealth = {
  ...about({
    title: ['API health', 'API 健康度'],
    text: [
      'What the API pages of a project lack: descriptions, examples, errors; with a score from 0 to 100.',
      '检查项目中 API 页面缺少的描述、示例与错误响应，并给出 0 至 100 的评分。',
    ],
  }),
  info: query({
    summary: ['Check the API pages of a project', '检查项目的 API 页面'],
    access: { item: 'edit', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id }),
    output: () =>
      z.object({
        score: described(z.number(), [
          'Mean of all operations, each 100 minus 20 for an error, 8 for a warning and 2 for a hint, once for each rule',
          '全部接口的平均分：每个接口满分 100，每条规则的错误扣 20、警告扣 8、提示扣 2',
        ]),
        operations: described(z.number(), ['Number of operations', '接口数量']),
        errors: described(z.number(), ['Number of errors', '错误数量']),
        warnings: described(z.number(), ['Number of warnings', '警告数量']),
        hints: described(z.number(), ['Number of hints', '提示数量']),
        is_cut: described(z.boolean(), ['Whether there are more findings than are listed', '是否还有未列出的问题']),
        rules: described(
          z.array(
            z.object({
              rule: described(z.string(), ['Name of the rule', '规则名称']),
              level: described(level, ['Its level here', '当前级别']),
              default_level: described(level, ['Its level by default', '默认级别']),
              title: described(z.string(), ['What it asks for', '要求']),
            }),
          ),
          ['All rules', '全部规则'],
        ),
        general: described(z.array(Finding), ['Findings about no single page', '不属于单个页面的问题']),
        pages: described(
          z.array(
            z.object({
              page_id: described(z.number(), ['Page', '页面']),
              page_title: described(z.string(), ['Page title', '页面标题']),
              method: described(z.string(), ['Method in lower case', '小写的请求方法']),
              path: described(z.string(), ['Path', '路径']),
              score: described(z.number(), ['Its score', '页面评分']),
              findings: described(z.array(Finding), ['Its findings', '问题']),
            }),
          ),
          ['Pages with findings, the worst first', '存在问题的页面，评分低的在前'],
        ),
      }),
    errors: ['tooManyRequests'],
  }),
  saveRules: endpoint({
    summary: ['Choose the levels of the rules', '设置规则的级别'],
    access: { item: 'manage', by: 'item_id' },
    input: () =>
      z.object({
        item_id: inputs.item_id,
        rules: described(Rules, ['Levels; rules that are left out get their default', '级别；未列出的规则恢复默认']),
      }),
    output: EmptyList,
    errors: ['itemArchived'],
  }),
  fix: endpoint({
    summary: [
      'Mend what can be mended on a page: examples from schemas, rows for path parameters; saved as a new version',
      '修复页面上可自动修复的问题：按 Schema 补充示例、补充路径参数；保存为新版本',
    ],
    access: { page: 'edit', by: 'page_id' },
    input: () => z.object({ page_id: inputs.page_id }),
    output: () =>
      z.object({
        page_id: described(z.number(), ['Page', '页面']),
        fixed: described(z.number(), ['How many findings were mended', '修复的数量']),
      }),
    errors: ['pageGone', 'pageLocked', 'pageChanged', 'pageTooLarge', 'itemArchived'],
  }),
}
