import { z } from 'zod'
import { about, endpoint, query } from './endpoint.ts'
import { described, EmptyList } from './fields.ts'

/** A place with uploaded files. */
const StoragePlace = z.object({
  name: described(z.string(), [
    'Address of the bucket; empty for the uploads folder of the server',
    '存储桶的地址；为空表示服务器的上传目录',
  ]),
  is_current: described(z.boolean(), ['Whether new files go there', '新文件是否存放在此处']),
  files: described(z.number(), ['Number of files', '文件数']),
  bytes: described(z.number(), ['Their size in bytes', '总大小（字节）']),
})

/** The move of files that runs, or was the last one. */
const StorageMove = z.object({
  state: described(z.enum(['none', 'running', 'done', 'failed', 'stopped']), [
    '`none` so far; `running`; `done`; `failed`; `stopped` by a person',
    '`none` 尚未迁移；`running` 进行中；`done` 已完成；`failed` 失败；`stopped` 被停止',
  ]),
  done: described(z.number(), ['Files that the running one has dealt with', '本次已处理的文件数']),
  total: described(z.number(), ['Files that the running one has to deal with', '本次需处理的文件数']),
  moved: described(z.number(), ['Files that the last one moved', '最近一次迁移的文件数']),
  end_time: described(z.number(), ['When the last one ended, in Unix seconds', '最近一次结束的时刻，Unix 秒']),
  error_message: described(z.string(), [
    'Why the last one failed; empty if it did not',
    '最近一次失败的原因；未失败为空',
  ]),
  problem_count: described(z.number(), ['Files that stayed where they were', '未能迁移的文件数']),
  problems: described(
    z.array(
      z.object({
        stored_name: described(z.string(), ['Stored name of the file', '文件的存储名']),
        reason: described(z.enum(['missing', 'damaged', 'changed']), [
          '`missing` there; `damaged`: not as it was uploaded; `changed`: the new place returned something else',
          '`missing` 文件不存在；`damaged` 与上传时不一致；`changed` 新位置返回的内容不一致',
        ]),
      }),
    ),
    ['These files, at most 20', '这些文件，最多列出 20 个'],
  ),
})

/** Calls for where uploaded files are. */
export const adminStorage = {
  ...about({
    title: ['File storage', '文件存储'],
    text: [
      'Where uploaded files are, and moving them, for administrators. The settings are in `adminSetting/saveConfig`.',
      '上传文件的存放位置及其迁移，由管理员管理。设置见 `adminSetting/saveConfig`。',
    ],
  }),
  status: query({
    summary: ['Get where the uploaded files are, and how far their move is', '上传文件的存放位置，以及迁移的进度'],
    access: 'admin',
    input: () => z.object({}),
    output: () =>
      z.object({
        is_open: described(z.boolean(), ['Whether new files go to a bucket', '新文件是否存入存储桶']),
        is_fixed: described(z.boolean(), [
          'Whether the settings are those of the start, which Admin cannot change',
          '设置是否来自启动配置（管理后台不能修改）',
        ]),
        target: described(z.string(), [
          'Address of the bucket for new files; empty for the uploads folder',
          '存放新文件的存储桶地址；为空表示上传目录',
        ]),
        places: described(z.array(StoragePlace), ['Where files are', '文件所在的位置']),
        elsewhere_files: described(z.number(), [
          'Files that are elsewhere than new ones, which a move would move',
          '不在新文件存放处、可被迁移的文件数',
        ]),
        elsewhere_bytes: described(z.number(), ['Their size in bytes', '其总大小（字节）']),
        leftovers: described(z.number(), [
          'Files that are no longer needed where they are, and will be removed soon',
          '原位置上不再需要、即将删除的文件数',
        ]),
        move: described(StorageMove, ['The move', '迁移']),
      }),
  }),
  startMove: endpoint({
    summary: [
      'Begin to move all files to where new ones go, in the background; each is compared before its old copy is removed',
      '在后台把全部文件迁移到新文件的存放处；逐个校验后才删除原文件',
    ],
    access: 'admin',
    input: () => z.object({}),
    output: EmptyList,
    errors: ['storageMoving'],
  }),
  stopMove: endpoint({
    summary: [
      'Stop the move; what has been moved stays where it is now, and another move goes on from there',
      '停止迁移；已迁移的文件保持不变，再次开始时继续',
    ],
    access: 'admin',
    input: () => z.object({}),
    output: EmptyList,
  }),
}
