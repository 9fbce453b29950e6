import { z } from 'zod'
import { about, download, endpoint, query, upload } from './endpoint.ts'
import { described, EmptyList, Id, ItemRef, JsonText, NullableId, OptionalFlag, SingleLine, Text } from './fields.ts'
import { inputs, outputs, texts } from './shared-fields.ts'

const siteTexts = {
  is_on: ['Whether the project is published as a docs site', '项目是否作为文档站点发布'],
  site_name: ['Name of the docs site; empty for the project’s name', '文档站点名称；留空则使用项目名称'],
  site_description: [
    'Description for search engines and link previews; empty for the project’s description',
    '用于搜索引擎和链接预览的描述；留空则使用项目描述',
  ],
  color: ['Colour, such as `#1f5fd6`; empty for the standard one', '主题色，如 `#1f5fd6`；留空则为默认颜色'],
  home_page_id: ['Page that it opens with; 0 for the first one', '打开站点时显示的页面；0 表示第一个页面'],
  version_name: ['Name of the project as a version, such as `v2`', '作为版本的名称，如 `v2`'],
  version_item_id: ['Project of the version', '该版本的项目'],
} as const

const logo_url = described(z.string(), ['Address of the logo; empty without one', '标志的地址；没有时为空'])

const siteLinksText = [
  'Links in the header, such as to the website of the company',
  '页头中的链接，如公司网站',
] as const
const linkTitle = ['Text of the link', '链接文字'] as const
const linkUrl = ['Address, with http or https', '地址，以 http 或 https 开头'] as const
const links = described(
  z.array(z.object({ title: described(z.string(), linkTitle), url: described(z.string(), linkUrl) })),
  siteLinksText,
)

/** A docs site as its readers see it: part of an opened item. */
export const DocsSiteInfo = z.object({
  site_name: described(z.string(), siteTexts.site_name),
  color: described(z.string(), siteTexts.color),
  logo_url,
  main_item_id: described(z.string(), ['Project of the default version', '默认版本的项目']),
  links,
  versions: described(
    z.array(
      z.object({
        item_id: described(z.string(), siteTexts.version_item_id),
        ref: described(z.string(), ['Its custom URL, otherwise its ID', '其自定义地址，没有时为项目 ID']),
        version_name: described(z.string(), siteTexts.version_name),
      }),
    ),
    [
      'Versions that the caller may read, newest first; empty if there is only one',
      '可阅读的版本，新的在前；只有一个时为空',
    ],
  ),
})

const Version = z.object({
  item_id: outputs.item_id,
  item_name: described(z.string(), ['Project name; empty if you may not see it', '项目名称；无权查看时为空']),
  version_name: described(z.string(), siteTexts.version_name),
  is_on: described(z.boolean(), siteTexts.is_on),
  is_main: described(z.boolean(), ['Whether it’s the default version', '是否默认版本']),
})

const Settings = z.object({
  is_on: described(z.boolean(), siteTexts.is_on),
  site_name: described(z.string(), siteTexts.site_name),
  site_description: described(z.string(), siteTexts.site_description),
  color: described(z.string(), siteTexts.color),
  home_page_id: described(z.string(), siteTexts.home_page_id),
  version_name: described(z.string(), siteTexts.version_name),
  logo_url,
  links,
  hosts: described(z.array(z.string()), ['Host names that open it', '打开该站点的域名']),
  may_add_hosts: described(z.boolean(), ['Whether you may add host names', '是否可以添加域名']),
  is_main: described(z.boolean(), ['Whether it’s the default version', '是否默认版本']),
  versions: described(z.array(Version), [
    'All versions, newest first; at least this one',
    '全部版本，新的在前；至少包括当前项目',
  ]),
  is_listed: described(z.boolean(), [
    'Whether search engines may list it: it’s public and on, and the site allows them',
    '搜索引擎是否可以收录：已公开并启用，且站点允许收录',
  ]),
})

const versionFields = {
  item_id: inputs.item_id,
  version_item_id: described(Id, siteTexts.version_item_id),
}

/** Calls for items that are published as docs sites of their own. */
export const docsSite = {
  ...about({
    title: ['Docs sites', '文档站点'],
    text: [
      'A project published under its own name, logo, colour and host name, with versions.',
      '以自有名称、标志、颜色和域名发布的项目，可有多个版本。',
    ],
  }),
  detail: query({
    summary: ['Get the docs site settings of a project', '项目的文档站点设置'],
    access: { item: 'manage', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id }),
    output: Settings,
  }),
  save: endpoint({
    summary: [
      'Save the docs site settings of a project; omitted fields stay unchanged',
      '保存文档站点设置，未传的字段不变',
    ],
    access: { item: 'manage', by: 'item_id' },
    input: () =>
      z.object({
        item_id: inputs.item_id,
        is_on: described(OptionalFlag, siteTexts.is_on),
        site_name: described(SingleLine(100, 0).optional(), siteTexts.site_name),
        site_description: described(Text(500).optional(), siteTexts.site_description),
        color: described(SingleLine(20, 0).optional(), siteTexts.color),
        home_page_id: described(NullableId, siteTexts.home_page_id),
        version_name: described(SingleLine(50, 0).optional(), siteTexts.version_name),
        links: described(
          JsonText(
            z
              .array(
                z.object({
                  title: described(SingleLine(40), linkTitle),
                  url: described(SingleLine(500), linkUrl),
                }),
              )
              .max(6),
          ).optional(),
          siteLinksText,
        ),
        hosts: described(Text(2000).optional(), [
          'Host names, separated by spaces, commas or lines; only administrators can add one',
          '域名，以空格、逗号或换行分隔；只有管理员可以添加',
        ]),
      }),
    output: Settings,
    errors: [
      'docsColorBad',
      'docsLinkBad',
      'docsHostBad',
      'docsHostTaken',
      'docsHostOfSite',
      'docsHostAdminOnly',
      'docsHostNoAddress',
      'docsHostTooMany',
      'pageGone',
      'itemArchived',
    ],
  }),
  uploadLogo: upload({
    summary: ['Upload the logo of a docs site: an image of at most 1 MB', '上传文档站点的标志，图片，不超过 1 MB'],
    access: { item: 'manage', by: 'item_id' },
    file: 'file',
    uploadKind: 'picture',
    input: () => z.object({ item_id: inputs.item_id }),
    output: () => z.object({ logo_url }),
    errors: ['fileMissing', 'fileTooLarge', 'notAnImage', 'imageTooLarge', 'itemArchived'],
  }),
  removeLogo: endpoint({
    summary: ['Remove the logo of a docs site', '移除文档站点的标志'],
    access: { item: 'manage', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id }),
    output: EmptyList,
    errors: ['itemArchived'],
  }),
  logo: download({
    summary: ['Get the logo of a docs site', '文档站点的标志'],
    access: { item: 'view', by: 'item_id' },
    input: () =>
      z.object({
        item_id: inputs.item_id,
        v: described(Text(64).optional(), ['Changes with the logo', '随标志变化']),
        _item_pwd: inputs._item_pwd,
      }),
    errors: ['fileGone'],
  }),
  addVersion: endpoint({
    summary: ['Add another project that you manage as a version', '将我管理的另一个项目加为版本'],
    access: { item: 'manage', by: 'item_id' },
    targets: { version: { item: 'manage', by: 'version_item_id' } },
    input: () =>
      z.object({
        ...versionFields,
        version_name: described(SingleLine(50, 0).optional(), siteTexts.version_name),
      }),
    output: EmptyList,
    errors: [
      'docsVersionElsewhere',
      'docsVersionTooMany',
      'docsNotMain',
      'itemPasswordNeeded',
      'noRight',
      'itemArchived',
    ],
  }),
  removeVersion: endpoint({
    summary: [
      'Remove a version from a docs site, or leave the site with this project',
      '从文档站点移除一个版本，或使当前项目退出站点',
    ],
    access: { item: 'manage', by: 'item_id' },
    input: () => z.object(versionFields),
    output: EmptyList,
    errors: ['docsNotMain'],
  }),
  setMain: endpoint({
    summary: ['Make another version the default one', '设置默认版本'],
    access: { item: 'manage', by: 'item_id' },
    targets: { version: { item: 'manage', by: 'version_item_id' } },
    input: () => z.object(versionFields),
    output: EmptyList,
    errors: ['docsNotMain', 'itemPasswordNeeded', 'noRight'],
  }),
  samePage: query({
    summary: [
      'Find the page with the same title and folder in another project, such as another version',
      '在另一项目（如另一版本）中查找标题和目录相同的页面',
    ],
    access: { item: 'view', by: 'item_id' },
    targets: { page: { page: 'view', by: 'page_id' } },
    input: () =>
      z.object({
        item_id: described(ItemRef, texts.item_id),
        page_id: inputs.page_id,
        _item_pwd: inputs._item_pwd,
      }),
    output: () => z.object({ page_id: described(z.string(), ['The page; 0 if there is none', '页面；没有时为 0']) }),
    errors: ['pageGone', 'itemUnknown', 'itemPasswordNeeded'],
  }),
}
