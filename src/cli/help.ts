import { flagName, settingNames, settings } from '#src/core/config.ts'
import type { Lang } from '#src/core/i18n.ts'

// Each command with what follows it, and what it does in both languages.
const commands: readonly [usage: string, en: string, zh: string][] = [
  [
    'serve    [--port 4999] [--host 127.0.0.1] ...',
    'runs the site; with any setting below',
    '运行站点；可带下列任意设置',
  ],
  ['user     add NAME [--admin] [--name TEXT] [--password-stdin]', 'makes an account', '新建账号'],
  ['user     password NAME [--password-stdin]', 'gives an account a new password', '为账号设置新密码'],
  ['user     list', 'shows all accounts', '列出全部账号'],
  ['token    add NAME [--days 180]', 'makes a token for scripts', '为脚本生成令牌'],
  ['captcha  ID', 'shows the code of a captcha, for tests', '显示验证码内容，供测试使用'],
  ['config   print [--config FILE]', 'shows each setting and where it came from', '显示各项设置及其来源'],
  ['reindex', 'makes the search index anew', '重建搜索索引'],
  ['doctor', 'checks the installation and says what to do', '检查安装并给出建议'],
  ['version', 'shows the version', '显示版本'],
]

const heads = {
  en: [
    'Commands (every one takes --data, and --json where a program may read the answer):',
    'Settings (flag, environment variable, key of the configuration file):',
  ],
  zh: ['命令（均可使用 --data；程序读取结果时可加 --json）：', '设置（命令行参数、环境变量、配置文件的键）：'],
} as const

/** What `docstead help` prints. */
export function helpText(lang: Lang): string {
  const lines = settingNames.map(
    (name) =>
      `--${flagName(name)}`.padEnd(20) + `DOCSTEAD_${name.toUpperCase()}`.padEnd(28) + settings[name].about[lang],
  )
  const usages = commands.map(([usage, en, zh]) => `docstead ${usage}`.padEnd(70) + (lang === 'zh' ? zh : en))
  const [all, set] = heads[lang]
  return `${all}\n\n${usages.join('\n')}\n\n${set}\n\n${lines.join('\n')}`
}
