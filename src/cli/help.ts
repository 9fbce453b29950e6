import { flagName, settingNames, settings } from '#src/core/config.ts'
import type { Lang } from '#src/core/i18n.ts'

// Each command with its arguments and its description in both languages.
const commands: readonly [usage: string, en: string, zh: string][] = [
  [
    'serve    [--port 4999] [--host 127.0.0.1] ...',
    'Run the site; takes any setting below',
    '运行站点；可带下列任意设置',
  ],
  ['user     add NAME [--admin] [--name TEXT] [--password-stdin]', 'Create an account', '新建账号'],
  ['user     password NAME [--password-stdin]', 'Set a new password for an account', '为账号设置新密码'],
  ['user     list', 'List all accounts', '列出全部账号'],
  ['token    add NAME [--days 180]', 'Create an access token for scripts', '为脚本生成令牌'],
  ['captcha  ID', 'Show the code of a captcha, for tests', '显示验证码内容，供测试使用'],
  ['config   print [--config FILE]', 'Show each setting and its source', '显示各项设置及其来源'],
  ['reindex', 'Rebuild the search index', '重建搜索索引'],
  ['doctor', 'Check the installation and suggest fixes', '检查安装并给出建议'],
  ['version', 'Show the version', '显示版本'],
]

const heads = {
  en: [
    'Commands (all take --data; add --json for machine-readable output):',
    'Settings (flag, environment variable, configuration file key):',
  ],
  zh: ['命令（均可使用 --data；程序读取结果时可加 --json）：', '设置（命令行参数、环境变量、配置文件的键）：'],
} as const

/** Returns what `docstead help` prints. */
export function helpText(lang: Lang): string {
  const lines = settingNames.map(
    (name) =>
      `--${flagName(name)}`.padEnd(20) + `DOCSTEAD_${name.toUpperCase()}`.padEnd(28) + settings[name].about[lang],
  )
  const usages = commands.map(([usage, en, zh]) => `docstead ${usage}`.padEnd(70) + (lang === 'zh' ? zh : en))
  const [all, set] = heads[lang]
  return `${all}\n\n${usages.join('\n')}\n\n${set}\n\n${lines.join('\n')}`
}
