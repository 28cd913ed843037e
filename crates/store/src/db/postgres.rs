//! PostgreSQL behind the common layer.

use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgArguments, PgConnectOptions, PgConnection, PgPool, PgPoolOptions, PgRow};
use sqlx::query::Query;
use sqlx::{ConnectOptions, Connection, Executor, Postgres, Row as _, TypeInfo, ValueRef};

use super::failed;
use super::row::{Arg, Row, Value, undecodable};
use crate::error::{Error, Result};
use crate::place::Place;
use crate::schema;

/// How long to wait for a connection that is free.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
const CONNECTIONS: u32 = 8;

/// Connects to a server and brings the schema up to date.
pub async fn server(place: &Place, url: &str) -> Result<PgPool> {
    let options =
        PgConnectOptions::from_str(url).map_err(failed(place))?.disable_statement_logging();
    // Once without the pool, which would go on trying and then only say that it took too long.
    options.connect().await.map_err(failed(place))?.close().await.map_err(failed(place))?;
    let pool = PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .connect_with(options)
        .await
        .map_err(failed(place))?;
    match prepare(place, &pool).await {
        Ok(()) => Ok(pool),
        Err(error) => {
            pool.close().await;
            Err(error)
        }
    }
}

async fn prepare(place: &Place, pool: &PgPool) -> Result<()> {
    let mut conn = pool.acquire().await.map_err(failed(place))?;
    if is_of_another_program(&mut conn).await.map_err(failed(place))? {
        return Err(Error::OtherProgram { place: place.clone() });
    }
    // The migrator takes a lock of the server, so that several houses may start at once.
    let migrated = schema::migrator().run_direct(None, &mut *conn, false).await;
    migrated.map_err(|error| Error::migrate(place, error))
}

/// Whether the schema we would write into has tables, but none of ours.
async fn is_of_another_program(conn: &mut PgConnection) -> sqlx::Result<bool> {
    let rows = rows(conn, TABLES, &[]).await?;
    let row = rows.first().ok_or(sqlx::Error::RowNotFound)?;
    Ok(row.number("tables")? > 0 && row.number("ours")? == 0)
}

const TABLES: &str = "\
SELECT COUNT(*) AS tables, COUNT(CASE WHEN table_name = '_sqlx_migrations' THEN 1 END) AS ours
FROM information_schema.tables WHERE table_schema = current_schema()";

/// The rows of a query.
pub async fn rows<'e>(
    executor: impl Executor<'e, Database = Postgres>,
    sql: &'static str,
    args: &[Arg<'_>],
) -> sqlx::Result<Vec<Row>> {
    Row::all(&bound(sql, args).fetch_all(executor).await?, value)
}

/// How many rows a statement changed.
pub async fn execute(
    conn: &mut PgConnection,
    sql: &'static str,
    args: &[Arg<'_>],
) -> sqlx::Result<u64> {
    Ok(bound(sql, args).execute(conn).await?.rows_affected())
}

fn bound(sql: &'static str, args: &[Arg<'_>]) -> Query<'static, Postgres, PgArguments> {
    args.iter().fold(sqlx::query(sql), |query, arg| match *arg {
        Arg::Whole(number) => query.bind(number),
        Arg::Real(number) => query.bind(number),
        Arg::Text(text) => query.bind(text),
    })
}

fn value(row: &PgRow, at: usize, name: &str) -> sqlx::Result<Value> {
    let raw = row.try_get_raw(at)?;
    if raw.is_null() {
        return Ok(Value::Null);
    }
    let kind = raw.type_info();
    match kind.name() {
        "INT8" => row.try_get(at).map(Value::Whole),
        "INT4" => row.try_get(at).map(|number: i32| Value::Whole(number.into())),
        "FLOAT8" => row.try_get(at).map(Value::Real),
        "TEXT" | "VARCHAR" | "NAME" => row.try_get(at).map(Value::Text),
        other => Err(undecodable(name, format!("values of type {other} are not ours"))),
    }
}
