//! What operators decide, and what they are told.

use dicehouse_store::{Account, Kind, Report, Sanction, SanctionKind, Store, StoredOrder};

use crate::common::{Ground, block_on};

async fn with_ada(ground: &Ground) -> Store {
    let store = Store::open(ground.place()).await.unwrap();
    let ada = Account {
        id: "ada".into(),
        kind: Kind::Person,
        name: "Ada".into(),
        owner: None,
        made_at: 1,
    };
    assert!(store.add_account(&ada, "token", None).await.unwrap());
    store
}

pub fn an_operator_is_made_and_goes_with_the_account(ground: &Ground) {
    block_on(async {
        let store = with_ada(ground).await;
        assert!(!store.is_operator("ada").await.unwrap());
        assert!(!store.set_operator("nobody", true).await.unwrap());
        assert!(store.set_operator("ada", true).await.unwrap());
        assert!(!store.set_operator("ada", true).await.unwrap(), "she is one");
        assert!(store.is_operator("ada").await.unwrap());
        assert!(store.set_operator("ada", false).await.unwrap());
        assert!(!store.is_operator("ada").await.unwrap());
        assert!(store.set_operator("ada", true).await.unwrap());
        assert!(store.delete_account("ada").await.unwrap());
        assert!(!store.is_operator("ada").await.unwrap());
        store.close().await;
    });
}

pub fn a_ban_holds_until_its_time_is_over(ground: &Ground) {
    block_on(async {
        let store = with_ada(ground).await;
        let sanction = |kind, who: &str, until, why: &str| Sanction {
            kind,
            who: who.into(),
            until,
            why: why.into(),
        };
        let ban = sanction(SanctionKind::Ban, "ada", 100, "rude");
        let mute = sanction(SanctionKind::Mute, "ada", 50, "");
        let address = sanction(SanctionKind::BanAddress, "192.0.2.1", 200, "");
        for one in [&ban, &mute, &address] {
            store.sanction(one).await.unwrap();
        }
        let all = [mute.clone(), ban.clone(), address.clone()];
        assert_eq!(store.sanctions(49).await.unwrap(), all);
        assert_eq!(store.sanctions(50).await.unwrap(), [ban.clone(), address.clone()]);
        let longer = sanction(SanctionKind::Ban, "ada", 150, "again");
        store.sanction(&longer).await.unwrap();
        assert_eq!(store.sanctions(120).await.unwrap(), [longer, address.clone()]);
        assert!(store.lift(SanctionKind::BanAddress, "192.0.2.1").await.unwrap());
        assert!(!store.lift(SanctionKind::BanAddress, "192.0.2.1").await.unwrap());
        store.sanction(&address).await.unwrap();
        // What is about an account goes with it.
        assert!(store.delete_account("ada").await.unwrap());
        assert_eq!(store.sanctions(0).await.unwrap(), [address]);
        store.forget_decisions(201, None).await.unwrap();
        assert_eq!(store.sanctions(0).await.unwrap(), []);
        for kind in SanctionKind::ALL {
            assert_eq!(kind.as_str().parse(), Ok(kind));
        }
        assert!("kick".parse::<SanctionKind>().is_err());
        store.close().await;
    });
}

pub fn reports_are_listed_until_they_are_settled(ground: &Ground) {
    block_on(async {
        let store = with_ada(ground).await;
        let report = |id: &str, at, reporter: &str, about: &str| Report {
            id: id.into(),
            at,
            room: "r".into(),
            reporter: reporter.into(),
            about: about.into(),
            text: String::new(),
            said: "one\ntwo".into(),
        };
        let (first, second, third) =
            (report("a", 1, "ada", "bo"), report("b", 2, "bo", "ada"), report("c", 3, "cy", "bo"));
        for one in [&first, &second, &third] {
            store.report(one).await.unwrap();
        }
        assert_eq!(store.reports(2).await.unwrap(), [third.clone(), second]);
        assert!(store.settle_report("c").await.unwrap());
        assert!(!store.settle_report("c").await.unwrap());
        // Of somebody who is gone nothing stays, neither who they were nor what they had said.
        assert!(store.delete_account("ada").await.unwrap());
        let anonymous = Report { reporter: dicehouse_store::GONE.into(), ..first };
        assert_eq!(store.reports(9).await.unwrap(), [anonymous]);
        store.forget_decisions(0, Some(2)).await.unwrap();
        assert_eq!(store.reports(9).await.unwrap(), []);
        store.close().await;
    });
}

pub fn an_order_is_done_once(ground: &Ground) {
    block_on(async {
        let store = with_ada(ground).await;
        let order = |id: &str, at| StoredOrder { id: id.into(), at, what: "{}".into() };
        for (id, at) in [("a", 5), ("b", 9)] {
            store.order(&order(id, at)).await.unwrap();
        }
        assert!(store.order(&order("a", 9)).await.is_err(), "an id is used once");
        assert_eq!(store.orders(5).await.unwrap(), [order("a", 5), order("b", 9)]);
        assert_eq!(store.orders(6).await.unwrap(), [order("b", 9)]);
        assert!(!store.is_order_done("b").await.unwrap());
        store.order_done("b").await.unwrap();
        assert!(
            store.is_order_done("b").await.unwrap() && !store.is_order_done("a").await.unwrap()
        );
        store.forget_decisions(9, None).await.unwrap();
        assert_eq!(store.orders(0).await.unwrap(), [order("b", 9)]);
        store.close().await;
    });
}
