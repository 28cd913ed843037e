//! Forgetting somebody: their name, their id and what they said, wherever the house keeps them.

use dicehouse_room::message::PersonId;
use dicehouse_rules::Seat;
use dicehouse_store::{Account, Error, KeptRecord};
use dicehouse_table::record::without_name;

use crate::finish::sealed_record;
use crate::house::{House, SignedOut};
use crate::key::HouseKey;

/// Deletes an account with its bots, and takes them out of everything the house keeps. The account itself goes last, so
/// that a deletion that was interrupted can be done again.
///
/// # Errors
/// When the store cannot be used.
pub async fn forget(house: &House, account: &Account) -> Result<(), Error> {
    let bots = house.store.bots_of(&account.id).await?;
    let everybody: Vec<&str> =
        bots.iter().map(|bot| bot.id.as_str()).chain([account.id.as_str()]).collect();
    for id in &everybody {
        house.sign_out(SignedOut::Account((*id).to_owned()));
        forget_in_rooms(house, id).await?;
        forget_in_records(house, id).await?;
    }
    house.store.delete_account(&account.id).await?;
    // A connection that was being opened meanwhile may have brought them back.
    for id in &everybody {
        house.sign_out(SignedOut::Account((*id).to_owned()));
        forget_in_rooms(house, id).await?;
    }
    Ok(())
}

async fn forget_in_rooms(house: &House, id: &str) -> Result<(), Error> {
    let Some(person) = PersonId::new(id) else { return Ok(()) };
    for room in house.store.rooms_naming(id).await? {
        house.rooms.forget(house, &room, &person).await?;
    }
    Ok(())
}

/// Takes the name out of the records of somebody's games. The dice stay checkable.
async fn forget_in_records(house: &House, id: &str) -> Result<(), Error> {
    for (game, seat) in house.store.recorded_seats(id).await? {
        let KeptRecord::Open(kept) = house.store.record(&game, i64::MAX).await? else { continue };
        let Some(seat) = Seat::new(seat) else { continue };
        // Others may still play with the dice of the day: what was sealed stays so.
        let (is_sealed, place) = (HouseKey::is_sealed(&kept), sealed_record(&game));
        let text = match house.unsealed(&place, kept) {
            Ok(text) => text,
            Err(error) => {
                tracing::error!(game, %error, "a record cannot be opened");
                continue;
            }
        };
        match without_name(&text, seat, Some(house.key.signing())) {
            Ok(text) => {
                let text = if is_sealed { house.seal(&place, &text) } else { text };
                house.store.replace_record(&game, &text).await?;
            }
            // It names nobody that anybody could read.
            Err(error) => tracing::error!(game, %error, "a record cannot be read"),
        }
        house.reviews.forget(&game);
    }
    Ok(())
}
