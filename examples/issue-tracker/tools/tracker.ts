import sqlite from "node-sqlite3-wasm";

export interface Issue {
  id: number;
  title: string;
  state: "open" | "closed";
  labels: string[];
  created: string;
}

export interface Condition {
  text?: string | undefined;
  state?: "open" | "closed" | undefined;
  labels?: readonly string[] | undefined;
  after?: string | undefined;
  before?: string | undefined;
}

/** The issues in an SQLite file. */
export interface Tracker {
  create(issue: Pick<Issue, "title" | "labels" | "created">): Issue;
  search(condition: Condition, limit: number): { issues: Issue[]; total: number };
  find(id: number): Issue | undefined;
  /** Closes the issues that are open, and returns their ids. */
  closeIssues(ids: readonly number[]): number[];
  attach(id: number, name: string, content: Uint8Array): void;
  /** Closes the file. */
  close(): void;
}

const schema = `
create table if not exists issues (
  id integer primary key, title text not null, state text not null default 'open',
  labels text not null, created text not null);
create table if not exists attachments (
  issue integer not null references issues, name text not null, content blob not null);`;

export function openTracker(file: string): Tracker {
  const database = new sqlite.Database(file);
  database.exec(schema);
  const read = (row: unknown): Issue => {
    const { labels, ...issue } = row as Omit<Issue, "labels"> & { labels: string };
    return { ...issue, labels: JSON.parse(labels) as string[] };
  };
  const find = (id: number): Issue | undefined => {
    const row = database.get("select * from issues where id = ?", [id]);
    return row ? read(row) : undefined;
  };
  return {
    create({ title, labels, created }) {
      database.run("insert into issues (title, labels, created) values (?, ?, ?)", [
        title,
        JSON.stringify(labels),
        created,
      ]);
      const { id } = database.get("select last_insert_rowid() as id") as { id: number };
      return { id, title, state: "open", labels: [...labels], created };
    },
    search({ text, state, labels = [], after, before }, limit) {
      const conditions: [string, string | undefined][] = [
        ["instr(lower(title), lower(?)) > 0", text],
        ["state = ?", state],
        ["julianday(created) > julianday(?)", after],
        ["julianday(created) < julianday(?)", before],
        ...labels.map((label): [string, string] => [
          "exists (select 1 from json_each(labels) where value = ?)",
          label,
        ]),
      ];
      const given = conditions.filter((pair): pair is [string, string] => pair[1] !== undefined);
      const where = given.map(([sql]) => sql).join(" and ") || "true";
      const values = given.map(([, value]) => value);
      const { total } = database.get(`select count(*) as total from issues where ${where}`, values) as {
        total: number;
      };
      const rows = database.all(`select * from issues where ${where} order by id desc limit ?`, [
        ...values,
        limit,
      ]);
      return { issues: rows.map(read), total };
    },
    find,
    closeIssues(ids) {
      const open = ids.filter((id) => find(id)?.state === "open");
      for (const id of open) database.run("update issues set state = 'closed' where id = ?", [id]);
      return open;
    },
    attach(id, name, content) {
      database.run("insert into attachments (issue, name, content) values (?, ?, ?)", [id, name, content]);
    },
    close: () => database.close(),
  };
}
