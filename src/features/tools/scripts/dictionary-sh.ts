/** The script that sends the SQL of a database, for POSIX shells. Words between two `%` are filled in, quoted. */
export const dictionarySh = String.raw`#!/bin/sh
# docstead-dictionary.sh: writes a page for each table of a database.
# 为数据库的每张表写入页面。
#
#   sh docstead-dictionary.sh [options] FILE      an SQL file or dump; - reads standard input
#   mysqldump --no-data shop | sh docstead-dictionary.sh -
#   pg_dump --schema-only shop | sh docstead-dictionary.sh -
#   sqlite3 shop.db .schema | sh docstead-dictionary.sh -
#
#   --folder PATH   folder of the project                                写入项目中的哪个目录
#   --title TEXT    title of each page, with {table} and {comment}       页面标题，可用 {table} 与 {comment}
#   --url URL       address of the site                                  站点地址
#   --key KEY       api_key of the project                               项目的 api_key
#   --dry-run       report what would happen, without writing            只报告结果，不写入
#
# The token is read from DOCSTEAD_TOKEN, or from the file that DOCSTEAD_TOKEN_FILE names: never from the
# command line, which other users of the machine can see. It needs curl and sed.
# token 取自环境变量 DOCSTEAD_TOKEN 或 DOCSTEAD_TOKEN_FILE 指定的文件。

url=%URL%
key=%KEY%
token=%TOKEN%
project=%PROJECT%

source=
folder=
title='{table}'
dry=0
lang=en
case $LANG in zh*) lang=zh ;; esac
[ -n "$DOCSTEAD_URL" ] && url=$DOCSTEAD_URL
[ -n "$DOCSTEAD_KEY" ] && key=$DOCSTEAD_KEY
[ -n "$DOCSTEAD_TOKEN_FILE" ] && token=$(cat "$DOCSTEAD_TOKEN_FILE")
[ -n "$DOCSTEAD_TOKEN" ] && token=$DOCSTEAD_TOKEN

stop() {
  printf '%s\n' "docstead: $1" >&2
  exit "$2"
}

while [ $# -gt 0 ]; do
  case $1 in
    --folder | --title | --url | --key)
      [ $# -gt 1 ] || stop "$1 needs a value. $1 需要一个值。" 2
      case $1 in
        --folder) folder=$2 ;;
        --title) title=$2 ;;
        --url) url=$2 ;;
        --key) key=$2 ;;
      esac
      shift 2
      ;;
    --dry-run) dry=1; shift ;;
    -) source=-; shift ;;
    -*) stop "unknown option $1. 未知选项。" 2 ;;
    *) source=$1; shift ;;
  esac
done

[ -n "$source" ] || stop 'name an SQL file, or - for standard input. 请给出 SQL 文件，- 表示标准输入。' 2
if [ -z "$url" ] || [ -z "$key" ] || [ -z "$token" ]; then
  stop 'set DOCSTEAD_URL, DOCSTEAD_KEY and DOCSTEAD_TOKEN. 请设置这三个环境变量。' 2
fi

umask 077
work=$(mktemp -d) || stop 'no temporary folder. 无法建立临时目录。' 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
printf '%s' "$token" > "$work/token"
printf '%s' "$key" > "$work/key"
printf '%s' "$folder" > "$work/folder"
printf '%s' "$title" > "$work/title"
if [ "$source" = - ]; then
  cat > "$work/sql"
else
  cat < "$source" > "$work/sql" || exit 1
fi
[ -n "$project" ] && printf '%s\n' "docstead: $project" >&2

if ! curl -sS --max-time 300 -H 'Expect:' -H "Accept-Language: $lang" \
  --data-urlencode "api_key@$work/key" --data-urlencode "api_token@$work/token" \
  --data-urlencode "cat_name@$work/folder" --data-urlencode "page_title@$work/title" \
  --data-urlencode "sql@$work/sql" --data "dry_run=$dry" \
  -o "$work/answer" "$url/api/open/writeDictionary"; then
  stop "$url cannot be reached. 无法连接站点。" 1
fi
# sed and read need the end of the line
echo >> "$work/answer"
if ! grep -q '^{"error_code":0,' "$work/answer"; then
  grep -q '"error_name"' "$work/answer" || stop "$url is not a Docstead site. 该地址不是 Docstead 站点。" 1
  stop "$(sed -n 's/.*"error_message":"\([^"]*\)".*/\1/p' "$work/answer")" 1
fi

number() {
  sed -n "s/.*\"$1\":\([0-9][0-9]*\).*/\1/p" "$work/answer" | head -n 1
}

sed 's/.*"pages":\[//; s/"problems":\[.*//; s/{"page_id"/\
{"page_id"/g' "$work/answer" |
  sed -n 's/.*"page_title":"\(.*\)","catalog":"\(.*\)","change":"\([a-z]*\)".*/\3	\2	\1/p'
[ "$dry" = 1 ] && printf '%s\n' 'docstead: nothing was written. 未写入任何内容。' >&2
printf '%s\n' "docstead: created $(number created), updated $(number updated), unchanged $(number unchanged). 新建 $(number created)，更新 $(number updated)，未变 $(number unchanged)。" >&2
if ! grep -q '"problems":\[\]' "$work/answer"; then
  sed 's/.*"problems":\[//; s/{"line"/\
{"line"/g' "$work/answer" | sed -n 's/.*"message":"\([^"]*\)".*/\1/p' >&2
  exit 1
fi
`
