import { expect, test } from 'vitest'
import { readGantt } from '#src/features/export/drawing/diagrams/gantt-tasks.ts'
import { widthOf } from '#src/features/export/drawing/diagrams/sketch.ts'
import { textOf } from '#src/features/export/drawing/drawing.ts'
import { drawMermaid, loadDiagrams } from '#src/features/export/drawing/mermaid.ts'

await loadDiagrams()

test.each([
  [
    'a flowchart',
    'flowchart LR\n  A[开始] --> B{用户已登录?}\n  B -->|是| C["显示 (主页)"]\n  subgraph 服务端\n    C --> D[(数据库)]\n  end\n  style A fill:#f9f',
    ['开始', '用户已登录?', '是', '数据库', '服务端'],
  ],
  ['a flowchart on one line', 'graph TD; A[one; two]-->B; B-->|yes|C;', ['one; two', 'B', 'yes', 'C']],
  [
    'a flowchart without spaces',
    'flowchart LR\n  A[a-->b]-.->B\n  B==>C{x--y}\n  C-- 否 -->D\n  D---E & F',
    ['a-->b', 'B', 'x--y', '否', 'D', 'E', 'F'],
  ],
  ['states', 'stateDiagram-v2\n  [*] --> 待处理\n  待处理 --> 完成 : 提交\n  完成 --> [*]', ['待处理', '完成', '提交']],
  [
    'a sequence',
    'sequenceDiagram\n  participant U as 用户\n  U->>S: 登录请求\n  alt 密码正确\n    S-->>U: 令牌\n  end\n  Note over U,S: 会话',
    ['用户', '登录请求', '令牌', '会话'],
  ],
  [
    'classes',
    'classDiagram\n  Animal <|-- Duck\n  class Duck{\n    +String beak\n    +swim()\n  }',
    ['Animal', 'Duck', 'beak'],
  ],
  [
    'entities',
    'erDiagram\n  CUSTOMER ||--o{ ORDER : places\n  CUSTOMER {\n    string name\n  }',
    ['CUSTOMER', 'ORDER', 'places', 'name'],
  ],
  [
    'a pie',
    'pie showData title 浏览器份额\n  "Chrome & 谷歌" : 61.5\n  "Safari" : 20',
    ['浏览器份额', 'Chrome & 谷歌', '61.5', '24.54%'],
  ],
  [
    'a Gantt chart',
    'gantt\n  dateFormat YYYY-MM-DD\n  title 上线计划\n  excludes weekends\n  section 设计\n  需求评审 :done, a1, 2026-03-02, 3d\n  API design :active, after a1, 5d\n  section Test\n  Release :milestone, crit, 2026-03-20, 0d',
    ['上线计划', '设计', '需求评审', 'API design', 'Test', 'Release', '03-10'],
  ],
  [
    'a mindmap',
    'mindmap\n  root((产品))\n    文档\n      ::icon(fa fa-book)\n      Markdown<br/>页面\n    id[API]\n      (rounded)\n    {{hexagon}}\n    )cloud(\n    ))bang((',
    ['产品', '文档', 'Markdown', '页面', 'API', 'rounded', 'hexagon', 'cloud', 'bang'],
  ],
  [
    'a timeline',
    'timeline\n  title 历史\n  section 早期\n    2023 : 第一版 : 12:30 launch\n         : third\n  section Later\n    2024 : growth',
    ['历史', '早期', '2023', '第一版', '12:30 launch', 'third', 'Later', '2024', 'growth'],
  ],
  [
    'a user journey',
    'journey\n  title 新用户\n  section 注册\n    填写表单: 3: 访客, Sales\n    Confirm mail: 1: 访客\n  section Use\n    First page: 5',
    ['新用户', '注册', '填写表单', '访客', 'Sales', 'Confirm mail', 'Use', 'First page'],
  ],
  [
    'a quadrant chart',
    'quadrantChart\n  title 优先级\n  x-axis 低成本 --> High cost\n  y-axis "Low value" --> 高价值\n  quadrant-1 计划\n  quadrant-2 Do it\n  quadrant-3 不做\n  quadrant-4 Later\n  "Search: 全文": [0.3, 0.9] radius: 12, color: #ff3300\n  Export:::big: [.75, 0.02]\n  classDef big radius: 20',
    [
      '优先级',
      '低成本',
      'High cost',
      'Low value',
      '高价值',
      '计划',
      'Do it',
      '不做',
      'Later',
      'Search: 全文',
      'Export',
    ],
  ],
  [
    'a graph of Git',
    'gitGraph LR:\n  commit id: "初始"\n  branch develop order: 3\n  commit tag: "v0.1" type: HIGHLIGHT\n  checkout main\n  commit id: "fix" type: REVERSE\n  merge develop id: "合并" tag: "v1.0"\n  branch "release 2"\n  cherry-pick id: "fix"',
    ['初始', 'main', 'develop', 'v0.1', 'fix', '合并', 'v1.0', 'release 2', 'cherry-pick:fix'],
  ],
])('%s is drawn with all of its words', (_, source, expected) => {
  const drawing = drawMermaid(source)
  const shown = drawing ? textOf(drawing) : ''
  for (const word of expected) expect(shown).toContain(word)
  expect(drawing?.shapes.some((shape) => shape.kind === 'path')).toBe(true)
  // colours are values: there is no style sheet that would give variables one
  const colors = drawing?.shapes.flatMap((shape) => (shape.kind === 'path' ? [shape.fill, shape.stroke?.color] : []))
  expect(colors?.filter((color) => color && color.red + color.green + color.blue > 0).length).toBeGreaterThan(0)
})

test.each([
  ['another kind', 'requirementDiagram\n  requirement one {\n    id: 1\n  }'],
  ['a journey with a score that is none', 'journey\n  Make tea: very good: Me'],
  ['a journey of nothing', 'journey\n  title Day\n  section Morning'],
  ['a quadrant chart with a point outside', 'quadrantChart\n  A: [1.5, 0.2]'],
  ['a quadrant chart with another line', 'quadrantChart\n  A: [0.5, 0.2]\n  z-axis near --> far'],
  ['a graph of Git with a branch that is not there', 'gitGraph\n  commit\n  checkout nowhere'],
  ['a graph of Git that picks what is not there', 'gitGraph\n  commit id: "a"\n  cherry-pick id: "b"'],
  ['a graph of Git with another line', 'gitGraph\n  commit\n  rebase main'],
  ['a pie of nothing', 'pie\n "Dogs" : 0'],
  ['a pie with another line', 'pie\n "Dogs" : 1\n what is this'],
  ['a Gantt chart with a task after an unknown one', 'gantt\n  A :after b, 3d'],
  ['a Gantt chart with a date of another form', 'gantt\n  dateFormat YYYY-MM-DD\n  A :03.05.2026, 3d'],
  ['a mindmap with two roots', 'mindmap\n  a\n  b'],
  ['a mindmap with an open bracket', 'mindmap\n  a\n    b[open'],
  ['a timeline that begins with an event', 'timeline\n  : event'],
  ['nothing', ''],
  ['a mistake', 'flowchart TD\n  A[['],
  ['a part that the library does not know', 'flowchart TD\n  A[one] --> B[two]\n  C@{ shape: doc, label: "three" }'],
  ['too many lines', `flowchart TD\n${Array.from({ length: 400 }, (_, at) => `  A${at} --> A${at + 1}`).join('\n')}`],
])('%s stays as its source', (_, source) => {
  expect(drawMermaid(source)).toBeUndefined()
})

test('markup in labels is text', () => {
  const drawing = drawMermaid('flowchart TD\n  A["&lt;script&gt;alert(1)&lt;/script&gt;"] --> B[b]')
  if (drawing) expect(textOf(drawing)).toContain('script')
})

test('the title in front of a diagram is drawn above it', () => {
  const drawing = drawMermaid('---\ntitle: 登录流程\n---\nflowchart LR\n  A[开始] --> B[结束]')
  const plain = drawMermaid('flowchart LR\n  A[开始] --> B[结束]')
  expect(drawing && textOf(drawing).split('\n')[0]).toBe('登录流程')
  expect(drawing?.height).toBeGreaterThan((plain?.height ?? 0) + 20)
})

/** Returns the tasks of a Gantt chart as days from the first of March. */
const daysOf = (lines: string) =>
  readGantt(`gantt\n${lines}`)?.sections.flatMap(({ tasks }) =>
    tasks.map(({ start, end }) => [start, end].map((time) => (time - Date.UTC(2026, 2, 1)) / 86_400_000)),
  )

test('tasks of a Gantt chart begin and end as Mermaid has it', () => {
  expect(
    daysOf('A :a, 2026-03-01, 2d\nB :b, after a, 2026-03-08\nC :1w\nD :after a b, 12h\nE :2026-03-01, until b'),
  ).toEqual([
    [0, 2],
    [2, 7],
    [7, 14],
    [7, 7.5],
    [0, 2],
  ])
  // the 7th and the 8th of March 2026 are a weekend, the 10th is free
  expect(daysOf('excludes weekends, 2026-03-10\nA :2026-03-05, 4d')).toEqual([[4, 11]])
  expect(daysOf('dateFormat DD/MM/YYYY HH:mm\nA :01/03/2026 12:00, 2026-03-02')).toEqual([[0.5, 1]])
})

test.each([
  ['pie', 'pie title T\n "a" : 1\n "b" : 3'],
  ['gantt', 'gantt\n A :2026-01-01, 400d\n A long name of a task that is short :2026-12-30, 1d'],
  [
    'mindmap',
    `mindmap\n  ${'长'.repeat(60)}\n${Array.from({ length: 40 }, (_, at) => `    topic number ${at}`).join('\n')}`,
  ],
  [
    'timeline',
    `timeline\n${Array.from({ length: 12 }, (_, at) => `  200${at} : an event with several words in it : 另一个事件`).join('\n')}`,
  ],
  [
    'journey',
    `journey\n${Array.from({ length: 9 }, (_, at) => `  a task with several words ${at}: ${at % 6}: 甲, Someone with a long name ${at}`).join('\n')}`,
  ],
  [
    'quadrant chart',
    `quadrantChart\n  y-axis 很长的一个名称在左边 --> b\n${Array.from({ length: 9 }, (_, at) => `  point of a long name ${at}: [${at / 8}, ${1 - at / 8}]`).join('\n')}`,
  ],
  [
    'graph of Git',
    'gitGraph\n  commit\n  commit id: "a commit of a long name"\n  branch b\n  commit tag: "a tag of a long name"',
  ],
  [
    'long graph of Git',
    `gitGraph\n${Array.from({ length: 30 }, (_, at) => `  commit id: "change number ${at}"\n  branch b${at}\n  checkout main`).join('\n')}`,
  ],
])('everything of a %s is inside its area', (_, source) => {
  const { width, height, shapes } = drawMermaid(source) ?? { width: 0, height: 0, shapes: [] }
  expect(shapes.length).toBeGreaterThan(3)
  const places = shapes.flatMap((shape): [number, number][] => {
    if (shape.kind === 'path')
      return shape.steps.flatMap(([, ...at]) => (at.length > 1 ? [at.slice(-2) as [number, number]] : []))
    const { matrix, anchor, spans } = shape
    const long = widthOf(spans[0]?.text ?? '', spans[0]?.size ?? 0)
    const from = matrix[4] - (anchor === 'middle' ? long / 2 : anchor === 'end' ? long : 0)
    return [
      [from, matrix[5]],
      [from + long, matrix[5]],
    ]
  })
  for (const [x, y] of places) {
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x).toBeLessThanOrEqual(width)
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y).toBeLessThanOrEqual(height)
  }
})
