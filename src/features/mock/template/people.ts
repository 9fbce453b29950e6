import { type Generator, type GeneratorTools, pickCharacter, pickOne } from './generator-tools.ts'

const listOf = (text: string): string[] => text.split(' ')

const firstNames = listOf(
  'James John Robert Michael William David Richard Charles Joseph Thomas Daniel Paul Mark George Steven Edward Brian Kevin Jason Eric Mary Patricia Linda Barbara Elizabeth Jennifer Maria Susan Margaret Lisa Nancy Karen Betty Helen Sandra Donna Carol Ruth Sharon Laura Sarah Amy Anna',
)
const lastNames = listOf(
  'Smith Johnson Williams Brown Jones Miller Davis Garcia Rodriguez Wilson Martinez Anderson Taylor Thomas Hernandez Moore Martin Jackson Thompson White Lopez Lee Harris Clark Lewis Robinson Walker Hall Young Allen King Wright Scott Hill Green Adams Baker Nelson Carter Mitchell',
)
const surnames =
  '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文'
const givenNames = listOf(
  '伟 芳 娜 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 霞 平 刚 桂英 秀英 秀兰 建国 志强 文博 子涵 雨桐 浩然 欣怡 思远 佳宁 梓轩 若曦 天佑 晓东',
)

const first = (tools: GeneratorTools): string => pickOne(tools, firstNames) ?? ''
const last = (tools: GeneratorTools): string => pickOne(tools, lastNames) ?? ''
const cfirst = (tools: GeneratorTools): string => pickCharacter(tools, surnames)
const clast = (tools: GeneratorTools): string => pickOne(tools, givenNames) ?? ''

const name: Generator = (tools, [withMiddle]) =>
  [first(tools), ...(withMiddle === true || withMiddle === 'true' ? [first(tools)] : []), last(tools)].join(' ')

/** Names of people. Source: the documented placeholders of Mock.js. */
export const people: Record<string, Generator> = {
  first,
  last,
  name,
  cfirst,
  clast,
  cname: (tools) => cfirst(tools) + clast(tools),
}
