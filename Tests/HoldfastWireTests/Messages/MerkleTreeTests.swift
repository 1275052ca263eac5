import HoldfastCrypto
import Testing

@testable import HoldfastWire

@Suite("Trees of hashes")
struct MerkleTreeTests {
    /// The members and roots of Certificate Transparency's reference tests:
    /// `merkle/testonly/constants.go` of <https://github.com/google/trillian>.
    private static let members = [
        "", "00", "10", "2021", "3031", "40414243", "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    ]
    private static let roots = [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ]

    private static func leaves(_ count: Int) -> [[UInt8]] {
        (0..<count).map { MerkleTree.leaf([UInt8($0 >> 8), UInt8($0 & 0xff)]) }
    }

    @Test("The roots are those of Certificate Transparency")
    func published() throws {
        let leaves = try Self.members.map { MerkleTree.leaf(try Hex.bytes($0)) }
        for (index, root) in Self.roots.enumerated() {
            let tree = MerkleTree(leaves: Array(leaves.prefix(index + 1)))
            #expect(Hex.text(tree.root) == root)
        }
    }

    @Test("Each member of each tree is proven in its own place, and in no other")
    func places() {
        for count in 1...70 {
            let leaves = Self.leaves(count)
            let tree = MerkleTree(leaves: leaves)
            for index in 0..<count {
                let place = TreePlace(index: index, path: tree.path(to: index))
                #expect(place.proves(leaves[index], inTreeOf: count, root: tree.root))
                for other in [index - 1, index + 1, index ^ 2] where leaves.indices.contains(other)
                {
                    let moved = TreePlace(index: other, path: place.path)
                    #expect(!moved.proves(leaves[index], inTreeOf: count, root: tree.root))
                    #expect(!place.proves(leaves[other], inTreeOf: count, root: tree.root))
                }
                #expect(!place.proves(leaves[index], inTreeOf: index, root: tree.root))
            }
        }
    }

    @Test("A path that is longer, shorter or changed proves nothing")
    func paths() {
        let leaves = Self.leaves(11)
        let tree = MerkleTree(leaves: leaves)
        for index in leaves.indices {
            let path = tree.path(to: index)
            var changed = path
            changed[path.count - 1] ^= 1
            for wrong in [Array(path.dropLast(32)), path + path.prefix(32), changed, []] {
                let place = TreePlace(index: index, path: wrong)
                #expect(!place.proves(leaves[index], inTreeOf: leaves.count, root: tree.root))
            }
        }
    }
}
