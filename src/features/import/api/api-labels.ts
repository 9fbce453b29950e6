import type { ColumnLabels } from '#shared/api-doc/remark.ts'
import type { Lang } from '#src/core/i18n.ts'

// The words that an import writes into pages of API descriptions.

const en = {
  nameless: 'from swagger',
  version: 'Version',
  contact: 'Contact',
  license: 'License',
  terms: 'Terms of service',
  moreAbout: 'More about it',
  servers: 'Servers',
  variables: 'Variables',
  security: 'Authentication',
  tags: 'Groups',
  models: 'Other models',
  folders: 'Folders',
  rest: 'Also in the file',
  name: 'Name',
  type: 'Type',
  value: 'Value',
  required: 'Required',
  yes: 'yes',
  no: 'no',
  description: 'Description',
  example: 'Example',
  scriptBefore: 'Script before the request',
  scriptAfter: 'Script after the answer',
  cut: 'This description leads back to itself or grows without end; what is deeper is left out.',
}

const zh: Record<keyof typeof en, string> = {
  nameless: '未分组接口',
  version: '版本',
  contact: '联系人',
  license: '许可',
  terms: '服务条款',
  moreAbout: '更多说明',
  servers: '服务器',
  variables: '变量',
  security: '认证方式',
  tags: '分组',
  models: '其他模型',
  folders: '目录',
  rest: '文件中的其他内容',
  name: '名称',
  type: '类型',
  value: '示例值',
  required: '必选',
  yes: '是',
  no: '否',
  description: '说明',
  example: '示例',
  scriptBefore: '前置脚本',
  scriptAfter: '后置脚本',
  cut: '此结构引用自身或无限展开，更深的部分已省略。',
}

/** Headings and column names in one language. */
export type ApiLabels = Record<keyof typeof en, string>

/**
 * The name of the catalog of operations without a group, in all languages: an earlier import may have created it in
 * another one.
 */
export const namelessNames: readonly string[] = [en.nameless, zh.nameless]

/** Returns the labels of a language. */
export const getLabels = (lang: Lang): ApiLabels => (lang === 'zh' ? zh : en)

/** Returns the column headers of a table of rows in a language. */
export const columnLabels = ({ name, value, required, type, description, yes, no }: ApiLabels): ColumnLabels => ({
  name,
  value,
  required,
  type,
  description,
  yes,
  no,
})
