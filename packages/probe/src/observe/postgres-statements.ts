/** Of one schema, or with null of all that are no system's own. */
const within = (column: string) =>
  `($1::text is null or ${column} = $1) and ${column} <> 'information_schema' and ${column} !~ '^pg_'`;

/** Tables and materialized views: where they are, their primary keys, and what a change of structure or of rights moves. */
export const tablesSql = `select n.nspname as schema, c.relname as name,
    coalesce(array_agg(a.attname::text order by a.attnum) filter (where a.attnum = any(i.indkey)), '{}') as key,
    jsonb_build_object('columns', coalesce(jsonb_agg(a.attname::text || ' ' || format_type(a.atttypid, a.atttypmod)
      order by a.attnum) filter (where a.attname is not null), '[]'), 'rights', c.relacl::text) as definition
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  left join pg_index i on i.indrelid = c.oid and i.indisprimary
  left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where ${within("n.nspname")} and (c.relkind in ('r', 'p') or c.relkind = 'm' and c.relispopulated)
    and not c.relispartition
  group by n.nspname, c.oid, c.relname, c.relacl::text order by n.nspname, c.relname`;

export const sequencesSql = `select schemaname as schema, sequencename as name, last_value::text as last
  from pg_sequences where ${within("schemaname")} order by 1, 2`;

export const schemasSql = `select n.nspname as name, obj_description(n.oid, 'pg_namespace') as comment,
    (select shobj_description(d.oid, 'pg_database') from pg_database d where d.datname = current_database())
      as database_comment
  from pg_namespace n where ${within("n.nspname")} order by 1`;
