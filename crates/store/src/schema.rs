//! The migrations, built into the program.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Version, description, text. A new file in `migrations/` needs its line here.
const MIGRATIONS: &[(i64, &str, &str)] = &[
    (1, "results", include_str!("../migrations/0001_results.sql")),
    (2, "people", include_str!("../migrations/0002_people.sql")),
    (3, "rooms", include_str!("../migrations/0003_rooms.sql")),
    (4, "fair_play", include_str!("../migrations/0004_fair_play.sql")),
    (5, "house", include_str!("../migrations/0005_house.sql")),
    (6, "keeping", include_str!("../migrations/0006_keeping.sql")),
    (7, "operators", include_str!("../migrations/0007_operators.sql")),
];

/// All migrations this program knows, ready to run.
pub fn migrator() -> Migrator {
    // Written out because sqlx's `migrate!` needs the feature that compiles SQLite twice.
    let migrations = MIGRATIONS.iter().map(|&(version, description, text)| {
        Migration::new(
            version,
            description.into(),
            MigrationType::Simple,
            text.into_sql_str(),
            false,
        )
    });
    Migrator::with_migrations(migrations.collect())
}

/// The newest schema this program knows.
pub fn newest() -> i64 {
    MIGRATIONS.iter().map(|migration| migration.0).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_built_in() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.ends_with(".sql"))
            .collect();
        files.sort();
        let listed: Vec<String> = MIGRATIONS
            .iter()
            .map(|(version, name, _)| format!("{version:04}_{name}.sql"))
            .collect();
        assert_eq!(files, listed);
    }

    #[test]
    fn the_text_is_the_same_on_every_system() {
        assert!(MIGRATIONS.iter().all(|migration| !migration.2.contains('\r')));
    }
}
