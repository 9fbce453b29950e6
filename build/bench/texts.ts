/** Words that only a few pages contain, of two Chinese characters each. */
export const rareWords = ['鲲鹏', '饕餮', '貔貅']

/** Words that no page contains, Chinese and Latin. */
export const absentWords = ['麒麟', '琥珀', 'zygote']

/** Words that nearly every page contains. */
export const commonWords = ['接口', '用户', 'request']

// The first are the most frequent, as in real texts.
const chinese =
  '接口 用户 参数 返回 数据 说明 请求 登录 服务 系统 类型 字段 项目 页面 状态 错误 文件 配置 测试 管理 权限 目录 列表 查询 更新 删除 创建 保存 编辑 成员 团队 订单 商品 支付 时间 编号 名称 地址 密码 令牌 签名 版本 环境 部署 数据库 索引 缓存 队列 消息 通知 日志 监控 告警 网络 连接 超时 重试 并发 事务 回滚 备份 恢复 导入 导出 模板 附件 图片 视频 搜索 分页 排序 过滤 统计 报表 计算 规则 流程 审批 任务 计划 进度 结果 分析 设计 开发 发布 上线 运维 安全 加密 解密 验证 校验 授权 角色 部门 员工 客户 合同 发票 库存 物流 仓库 供应 价格 折扣 优惠 积分 等级 活动 推荐 评论 收藏 分享 关注 标签 分类 属性 规格 单位 数量 金额 余额 账户 银行 转账 退款 对账 结算 手机 邮箱 验证码 注册 注销 头像 昵称 生日 性别 城市 省份 国家 语言 时区 货币 汇率 天气 温度 坐标 距离 设备 传感器 采集 上报 下发 指令 协议 端口 域名 证书 网关 路由 负载 均衡 容器 镜像 集群 节点'.split(
    ' ',
  )
const english =
  'request response user token page item status value field name type data error message list query update delete create server client config default string number boolean array object format date time version path header body cookie session password login account member team right project document catalog template search index table column database transaction history backup restore import export upload download attachment image file folder network connection timeout retry queue worker event schedule cluster node gateway route balance container deploy release branch commit review test coverage report metric monitor alert trace sample window buffer stream encode decode compress encrypt signature certificate domain address country city language currency amount order product price discount invoice payment refund customer contract supplier warehouse stock shipment device sensor protocol command register firmware measure threshold'.split(
    ' ',
  )

/** Returns a generator of numbers from 0 to below 1, deterministic for a seed (mulberry32). */
function numbersOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Next = () => number

const word = (next: Next, words: readonly string[]): string => words[Math.floor(words.length * next() ** 2.5)] ?? ''
const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

const sentence = (next: Next): string => times(6 + Math.floor(next() * 14), () => word(next, chinese)).join('')
const englishSentence = (next: Next): string => times(8 + Math.floor(next() * 12), () => word(next, english)).join(' ')
const row = (next: Next): string =>
  `| ${word(next, english)}_${word(next, english)} | ${next() < 0.5 ? 'string' : 'int'} | ${next() < 0.5 ? '是' : '否'} | ${word(next, chinese)}${word(next, chinese)} |`
const json = (next: Next): string =>
  JSON.stringify(Object.fromEntries(times(6, () => [word(next, english), Math.floor(next() * 1e6)])), null, 2)

function section(next: Next): string {
  return [
    `## ${word(next, chinese)}${word(next, chinese)} ${word(next, english)}`,
    times(4, () => `${sentence(next)}。`).join(''),
    `${englishSentence(next)}. ${englishSentence(next)}.`,
    `| 参数 | 类型 | 必填 | 说明 |\n|---|---|---|---|\n${times(6, () => row(next)).join('\n')}`,
    `\`\`\`json\n${json(next)}\n\`\`\``,
  ].join('\n\n')
}

/** One page in this many contains a rare word. */
const rareEvery = 250

/**
 * Generates the Markdown of page `number` in `version`: Chinese and English, prose, tables and code; deterministic for
 * the two. 2 to 20 KB, 8 KB on average, unless `bytes` sets the length.
 */
export function pageText(number: number, version = 0, bytes?: number): string {
  const next = numbersOf(number * 31 + version)
  const wanted = bytes ?? 2000 + 18_000 * numbersOf(number)() ** 2
  const rare = rareWords[number % rareEvery]
  let text = `${commonWords.join('，')} ${number}.${version}${rare ? `，${rare}` : ''}\n\n`
  for (let size = Buffer.byteLength(text); size < wanted; ) {
    const more = `${section(next)}\n\n`
    text += more
    size += Buffer.byteLength(more)
  }
  return text
}

/** Returns the title of page `number`. */
export const pageTitle = (number: number): string => {
  const next = numbersOf(number)
  return `${word(next, chinese)}${word(next, chinese)} ${word(next, english)} ${number}`
}
