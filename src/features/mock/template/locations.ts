import { randomDigits } from './basic.ts'
import { type Generator, type GeneratorTools, pickOne } from './generator-tools.ts'

const regions = ['东北', '华北', '华东', '华中', '华南', '西南', '西北']

// Some cities of each province with some of their counties, and the code that identity card numbers begin with.
const provinces: readonly { name: string; code: string; cities: Readonly<Record<string, string>> }[] = [
  { name: '北京', code: '110101', cities: { 北京市: '东城区 西城区 朝阳区 海淀区' } },
  { name: '天津', code: '120101', cities: { 天津市: '和平区 河东区 南开区' } },
  { name: '河北省', code: '130102', cities: { 石家庄市: '长安区 桥西区 正定县', 唐山市: '路南区 路北区' } },
  { name: '山西省', code: '140105', cities: { 太原市: '小店区 迎泽区', 大同市: '平城区 云冈区' } },
  { name: '内蒙古自治区', code: '150102', cities: { 呼和浩特市: '新城区 回民区', 包头市: '昆都仑区 青山区' } },
  { name: '辽宁省', code: '210102', cities: { 沈阳市: '和平区 沈河区', 大连市: '中山区 西岗区' } },
  { name: '吉林省', code: '220102', cities: { 长春市: '南关区 宽城区', 吉林市: '昌邑区 船营区' } },
  { name: '黑龙江省', code: '230102', cities: { 哈尔滨市: '道里区 南岗区', 大庆市: '萨尔图区 龙凤区' } },
  { name: '上海', code: '310101', cities: { 上海市: '黄浦区 徐汇区 长宁区 静安区' } },
  { name: '江苏省', code: '320102', cities: { 南京市: '玄武区 秦淮区 鼓楼区', 苏州市: '姑苏区 吴中区' } },
  { name: '浙江省', code: '330102', cities: { 杭州市: '上城区 西湖区 余杭区', 宁波市: '海曙区 江北区' } },
  { name: '安徽省', code: '340102', cities: { 合肥市: '瑶海区 庐阳区 肥西县', 芜湖市: '镜湖区 弋江区' } },
  { name: '福建省', code: '350102', cities: { 福州市: '鼓楼区 台江区', 厦门市: '思明区 湖里区' } },
  { name: '江西省', code: '360102', cities: { 南昌市: '东湖区 西湖区', 九江市: '濂溪区 浔阳区' } },
  { name: '山东省', code: '370102', cities: { 济南市: '历下区 市中区', 青岛市: '市南区 市北区' } },
  { name: '河南省', code: '410102', cities: { 郑州市: '中原区 二七区', 洛阳市: '老城区 西工区' } },
  { name: '湖北省', code: '420102', cities: { 武汉市: '江岸区 江汉区 武昌区', 宜昌市: '西陵区 伍家岗区' } },
  { name: '湖南省', code: '430102', cities: { 长沙市: '芙蓉区 天心区 岳麓区', 株洲市: '荷塘区 芦淞区' } },
  { name: '广东省', code: '440103', cities: { 广州市: '荔湾区 越秀区 天河区', 深圳市: '罗湖区 福田区 南山区' } },
  { name: '广西壮族自治区', code: '450102', cities: { 南宁市: '兴宁区 青秀区', 桂林市: '秀峰区 象山区' } },
  { name: '海南省', code: '460105', cities: { 海口市: '秀英区 龙华区', 三亚市: '海棠区 吉阳区' } },
  { name: '重庆', code: '500101', cities: { 重庆市: '万州区 渝中区 江北区' } },
  { name: '四川省', code: '510104', cities: { 成都市: '锦江区 青羊区 武侯区', 绵阳市: '涪城区 游仙区' } },
  { name: '贵州省', code: '520102', cities: { 贵阳市: '南明区 云岩区', 遵义市: '红花岗区 汇川区' } },
  { name: '云南省', code: '530102', cities: { 昆明市: '五华区 盘龙区', 大理白族自治州: '大理市 祥云县' } },
  { name: '西藏自治区', code: '540102', cities: { 拉萨市: '城关区 堆龙德庆区' } },
  { name: '陕西省', code: '610102', cities: { 西安市: '新城区 碑林区 雁塔区', 宝鸡市: '渭滨区 金台区' } },
  { name: '甘肃省', code: '620102', cities: { 兰州市: '城关区 七里河区', 天水市: '秦州区 麦积区' } },
  { name: '青海省', code: '630102', cities: { 西宁市: '城东区 城中区' } },
  { name: '宁夏回族自治区', code: '640104', cities: { 银川市: '兴庆区 金凤区' } },
  { name: '新疆维吾尔自治区', code: '650102', cities: { 乌鲁木齐市: '天山区 沙依巴克区' } },
  { name: '香港特别行政区', code: '810000', cities: { 香港岛: '中西区 湾仔区', 九龙: '油尖旺区 九龙城区' } },
  { name: '澳门特别行政区', code: '820000', cities: { 澳门半岛: '花地玛堂区 圣安多尼堂区' } },
  { name: '台湾', code: '830000', cities: { 台北市: '中正区 大同区', 高雄市: '新兴区 前金区' } },
]

interface Place {
  province: string
  city: string
  county: string
}

function placeOf(tools: GeneratorTools): Place {
  const province = pickOne(tools, provinces)
  const [city = '', counties = ''] = pickOne(tools, Object.entries(province?.cities ?? {})) ?? []
  return { province: province?.name ?? '', city, county: pickOne(tools, counties.split(' ')) ?? '' }
}

const isYes = (value: unknown): boolean => value === true || value === 'true'

/** Returns the code of a random province, as identity card numbers begin with it. */
export const areaCode = (tools: GeneratorTools): string => pickOne(tools, provinces)?.code ?? ''

/** Places in China. Source: the documented placeholders of Mock.js. */
export const locations: Record<string, Generator> = {
  region: (tools) => pickOne(tools, regions),
  province: (tools) => placeOf(tools).province,
  city: (tools, [withProvince]) => {
    const { province, city } = placeOf(tools)
    return isYes(withProvince) ? `${province} ${city}` : city
  },
  county: (tools, [withCity]) => {
    const { province, city, county } = placeOf(tools)
    return isYes(withCity) ? `${province} ${city} ${county}` : county
  },
  zip: (tools) => randomDigits(tools, 6),
}
